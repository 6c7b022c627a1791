// What a VS Code of ours starts with: its settings, and Strata among its extensions.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../../scripts/lib/tools.mjs';

export type Settings = Record<string, unknown>;

/** What the .vsix holds; the package layer of the tests checks that (scripts/lib/vsix.mjs). */
export const PACKAGED = ['package.json', 'README.md', 'CHANGELOG.md', 'LICENSE', 'dist', 'media'];

const QUIET_SETTINGS: Settings = {
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.enableExperiments': false,
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'update.showReleaseNotes': false,
  'extensions.autoUpdate': 'off',
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'chat.tips.enabled': false,
  'chat.titleBar.signIn.enabled': false,
  'chat.welcomePage.signIn.enabled': false,
  'git.openRepositoryInParentFolders': 'never',
};

/** Settings that a person changed since are kept. */
export function writeUserSettings(userDataDir: string, settings: Settings = {}): void {
  const file = path.join(userDataDir, 'User', 'settings.json');
  if (existsSync(file)) {
    return;
  }
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ ...QUIET_SETTINGS, ...settings }, undefined, 2)}\n`);
}

/** Puts the built extension into a folder of extensions, as installing its .vsix would. */
export function installBuiltExtension(extensionsDir: string, extensionRoot = ROOT): string {
  const manifest: unknown = JSON.parse(readFileSync(path.join(extensionRoot, 'package.json'), 'utf8'));
  const target = path.join(extensionsDir, `${extensionId(manifest)}-${version(manifest)}`);
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  for (const name of PACKAGED) {
    const source = path.join(extensionRoot, name);
    if (existsSync(source)) {
      cpSync(source, path.join(target, name), { recursive: true });
    }
  }
  // VS Code makes this list again from the folders it finds.
  rmSync(path.join(extensionsDir, 'extensions.json'), { force: true });
  return target;
}

function extensionId(manifest: unknown): string {
  return `${field(manifest, 'publisher')}.${field(manifest, 'name')}`;
}

function version(manifest: unknown): string {
  return field(manifest, 'version');
}

function field(manifest: unknown, name: string): string {
  const value = typeof manifest === 'object' && manifest !== null ? Reflect.get(manifest, name) : undefined;
  if (typeof value !== 'string') {
    throw new Error(`package.json has no ${name}.`);
  }
  return value;
}
