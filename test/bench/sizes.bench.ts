import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../scripts/lib/tools.mjs';
import { makePackage } from '../../scripts/lib/vsix.mjs';
import { report } from './measure.ts';

const MOST_BUNDLE_KB = 360;
const MOST_PACKAGE_KB = 2048;

const { file, error } = await makePackage();
if (error !== undefined) {
  throw new Error(`The package could not be made.\n${error}`);
}
const kilobytes = (path: string) => ({ value: statSync(path).size / 1024 });
// Packaging leaves the minified bundles in dist.
const MAIN = 'extension.js';
const bundle = kilobytes(join(ROOT, 'dist', MAIN));
report('Sizes', `dist/${MAIN}`, 'KB', bundle, { of: 'value', atMost: MOST_BUNDLE_KB });
for (const name of readdirSync(join(ROOT, 'dist'))) {
  if (name.endsWith('.js') && name !== MAIN) {
    report('Sizes', `dist/${name}`, 'KB', kilobytes(join(ROOT, 'dist', name)));
  }
}
report('Sizes', 'the .vsix', 'KB', kilobytes(file), { of: 'value', atMost: MOST_PACKAGE_KB });
