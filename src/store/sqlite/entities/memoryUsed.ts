import { type MemoryChoice, memoryOf } from '../../../model/workspace/memoryChoice.ts';
import type { Database } from '../sql/database.ts';
import { toMemoryChoice } from './rows.ts';

export function memoryChoices(db: Database): MemoryChoice[] {
  return db.all('SELECT * FROM workspace_choice ORDER BY workspace_id, other_id').map(toMemoryChoice);
}

/** Whose memory holds what is recorded in a workspace. */
export function memoryUsedBy(db: Database, workspace_id: string): string {
  return memoryOf(workspace_id, memoryChoices(db));
}
