// Makes the .vsix, and looks into it by installing it.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectEnvironment } from './dependencies.mjs';
import { capture } from './processes.mjs';
import { findCodeServer, ROOT } from './tools.mjs';

const MAX_BYTES = 2 * 1024 * 1024;

/** What may be in the package, in the lower case that vsce gives to some of them. */
export const PACKAGED = ['package.json', 'readme.md', 'changelog.md', 'license.txt', 'dist', 'media', '.vsixmanifest'];

/** Resolves to the file, or to what went wrong. */
export async function makePackage() {
  const { name, version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  const file = path.join(ROOT, `${name}-${version}.vsix`);
  rmSync(file, { force: true });
  // The README's pictures are in the package, so its relative links hold as they are.
  const args = ['package', '--no-dependencies', '--allow-missing-repository', '--no-rewrite-relative-links'];
  args.push('--out', file);
  const { code, output } = await capture('vsce', args, { cwd: ROOT, env: projectEnvironment() });
  return code === 0 && existsSync(file) ? { file, output } : { file, output, error: output };
}

/** Installs the package into an empty VS Code; resolves to what is wrong with it, if anything. */
export async function checkPackage(file) {
  const scratch = mkdtempSync(path.join(tmpdir(), 'strata-vsix-'));
  try {
    const { node, entry } = findCodeServer();
    const extensionsDir = path.join(scratch, 'extensions');
    const args = [entry, '--config', path.join(scratch, 'config.yaml'), '--user-data-dir', path.join(scratch, 'user')];
    args.push('--extensions-dir', extensionsDir, '--install-extension', file);
    const { code, output } = await capture(node, args, { cwd: scratch });
    if (code !== 0) {
      return output;
    }
    const installed = readdirSync(extensionsDir).find(name => name.startsWith('strata.strata-memory-'));
    return installed === undefined
      ? `It is not installed.\n${output}`
      : problems(file, path.join(extensionsDir, installed));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function problems(file, folder) {
  const found = [];
  if (statSync(file).size > MAX_BYTES) {
    found.push(`It has ${statSync(file).size} bytes, more than ${MAX_BYTES}.`);
  }
  for (const name of readdirSync(folder)) {
    if (!PACKAGED.includes(name.toLowerCase())) {
      found.push(`It holds ${name}, which it should not.`);
    }
  }
  const bundles = readdirSync(path.join(folder, 'dist'));
  for (const name of bundles) {
    if (!name.endsWith('.js')) {
      found.push(`It holds dist/${name}, which it should not.`);
      continue;
    }
    const code = readFileSync(path.join(folder, 'dist', name), 'utf8');
    const later = new Set(code.matchAll(/\bimport\("\.\/([^"]+)"\)/g).map(([, file]) => file));
    for (const missing of later.difference(new Set(bundles))) {
      found.push(`It has no dist/${missing}, which dist/${name} loads later.`);
    }
  }
  if (!existsSync(path.join(folder, 'dist', 'extension.js'))) {
    found.push('It has no dist/extension.js.');
  }
  return found.length === 0 ? undefined : found.join('\n');
}
