import type { QuestionFiles } from '../../memory/context/past/fileLinks.ts';
import { extractMentions } from '../../memory/mentions/reading/extract.ts';
import type { Host } from '../host.ts';

/** Nobody waits for an answer because a large folder is still being read. */
const INDEX_PATIENCE_MS = 1000;
const MOST_PATHS = 20;

/** The files of the workspace that a question names or attaches. */
export async function questionFiles(host: Host, question: string, attached: readonly string[]): Promise<QuestionFiles> {
  const mentioned = extractMentions(question).map(({ path }) => path);
  const written = [...new Set([...attached, ...mentioned])].slice(0, MOST_PATHS);
  const { id: workspace_id } = await host.workspaces.current();
  if (written.length === 0) {
    return { workspace_id, paths: [] };
  }
  const matched = Promise.all(written.map(path => host.files.files.match(path, attached)));
  const matches = await Promise.race([
    matched,
    new Promise<undefined>(resolve => setTimeout(() => resolve(undefined), INDEX_PATIENCE_MS)),
  ]);
  const paths = matches ? matches.flatMap(match => (match && 'file' in match ? match.file : [])) : written;
  return { workspace_id, paths: [...new Set(paths)] };
}
