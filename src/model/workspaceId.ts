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

/** The address of `origin`, or of the first remote, in the text of a git config file. */
export function remoteInConfig(config: string): string | undefined {
  const remotes = new Map<string, string>();
  let section: string | undefined;
  for (const line of config.split(/\r?\n/)) {
    const head = /^\s*\[\s*(\w+)(?:\s+"([^"]*)")?\s*\]/.exec(line);
    if (head) {
      section = head[1] === 'remote' ? head[2] : undefined;
      continue;
    }
    const url = /^\s*url\s*=(.*)$/.exec(line)?.[1]?.trim();
    if (section !== undefined && url && !remotes.has(section)) {
      remotes.set(section, url);
    }
  }
  return remotes.get('origin') ?? remotes.values().next().value;
}
