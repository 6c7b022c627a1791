// The command line that @vscode/test-electron gives to the program it takes for VS Code.

export interface LaunchArguments {
  extensionDevelopmentPaths: string[];
  extensionTestsPath: string;
  folder: string | undefined;
  userDataDir: string | undefined;
  extensionsDir: string | undefined;
}

export function parseLaunchArguments(args: readonly string[]): LaunchArguments {
  const options = new Map<string, string[]>();
  let folder: string | undefined;
  for (let index = 0; index < args.length; index++) {
    const argument = args[index]!;
    const [, name, inlineValue] = /^--([^=]+)(?:=(.*))?$/s.exec(argument) ?? [];
    if (name === undefined) {
      folder ??= argument;
      continue;
    }
    // Flags of desktop VS Code that do not concern us have no value, or one after "=".
    const value = inlineValue ?? (TAKES_VALUE.has(name) ? args[++index] : undefined);
    if (value !== undefined) {
      options.set(name, [...(options.get(name) ?? []), value]);
    }
  }
  const extensionTestsPath = options.get('extensionTestsPath')?.at(-1);
  if (extensionTestsPath === undefined) {
    throw new Error('The launcher needs --extensionTestsPath=<file>.');
  }
  return {
    extensionDevelopmentPaths: options.get('extensionDevelopmentPath') ?? [],
    extensionTestsPath,
    folder,
    userDataDir: options.get('user-data-dir')?.at(-1),
    extensionsDir: options.get('extensions-dir')?.at(-1),
  };
}

const TAKES_VALUE = new Set(['extensionDevelopmentPath', 'extensionTestsPath', 'user-data-dir', 'extensions-dir']);

/** The address that makes the workbench run the tests in its extension host. */
export function testUrl(folderUrl: string, port: number, args: LaunchArguments): string {
  const remote = (file: string) => `vscode-remote://127.0.0.1:${port}${file}`;
  const payload = [
    ...args.extensionDevelopmentPaths.map(folder => ['extensionDevelopmentPath', remote(folder)]),
    ['extensionTestsPath', remote(args.extensionTestsPath)],
    ['skipWelcome', 'true'],
  ];
  return `${folderUrl}&payload=${encodeURIComponent(JSON.stringify(payload))}`;
}
