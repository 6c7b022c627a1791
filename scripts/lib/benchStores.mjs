// Where the benchmark keeps its generated stores.
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './tools.mjs';

/** What decides how a generated store looks: its tables, how texts are indexed, and the texts. */
const MAKERS = ['src/model/words/*.ts', 'src/store/sqlite/{schema,words}/*.ts', 'test/support/corpus.ts'];

/** Makes a new folder whenever one of them changes, and removes the one before. */
export function benchFolder({ fresh }) {
  const hash = createHash('sha256');
  for (const file of MAKERS.flatMap(pattern => globSync(pattern, { cwd: ROOT })).sort()) {
    hash.update(file).update(readFileSync(path.join(ROOT, file)));
  }
  const version = hash.digest('hex').slice(0, 12);
  const parent = path.join(ROOT, '.vscode-test', 'bench');
  mkdirSync(parent, { recursive: true });
  for (const name of readdirSync(parent)) {
    if (fresh || name !== version) {
      rmSync(path.join(parent, name), { recursive: true, force: true });
    }
  }
  mkdirSync(path.join(parent, version), { recursive: true });
  return path.join(parent, version);
}
