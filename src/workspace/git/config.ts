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
