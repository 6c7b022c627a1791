// Where the benchmark keeps its generated stores.
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './tools.mjs';

/** What decides how a generated store looks: its tables, how texts are indexed, and the texts. */
const MAKERS = ['src/model/words.ts', 'src/store/sqlite/{schema,textIndex}.ts', 'test/support/corpus.ts'];

/** A new folder whenever one of them changes. */
export function benchFolder() {
  const hash = createHash('sha256');
  for (const file of MAKERS.flatMap(pattern => globSync(pattern, { cwd: ROOT })).sort())
    hash.update(file).update(readFileSync(path.join(ROOT, file)));
  return path.join(ROOT, '.vscode-test', 'bench', hash.digest('hex').slice(0, 12));
}
