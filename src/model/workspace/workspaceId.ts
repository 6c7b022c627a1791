import { createHash } from 'node:crypto';

/** A remote's address without what differs between two clones of it: protocol, user, password, port, `.git`. */
export function workspaceIdOfRemote(url: string): string | undefined {
  const scp = /^(?:[^@/\s]+@)?([^:/\s]+):(?!\/\/)(.+)$/.exec(url.trim());
  const full = /^[a-z][\w+.-]*:\/\/(?:[^@/]*@)?([^:/]+)(?::\d+)?\/(.+)$/i.exec(url.trim());
  const [host, path] = full ? [full[1], full[2]] : scp ? [scp[1], scp[2]] : [];
  if (!host || !path) {
    return undefined;
  }
  // Anchored, or each slash of a long run would be looked at as if it were the last one.
  const name = path
    .replace(/^\/+/, '')
    .replace(/(?<!\/)\/+$/, '')
    .replace(/\.git$/, '');
  return name === '' ? undefined : `git:${host.toLowerCase()}/${name}`;
}

export function workspaceIdOfCommit(commit: string): string {
  return `commit:${commit}`;
}

/** The last resort. Hashed: where a folder lies on a disk is nobody's business in an export. */
export function workspaceIdOfFolder(uri: string): string {
  return `folder:${createHash('sha256').update(uri).digest('hex').slice(0, 24)}`;
}
