import * as z from 'zod/mini';
import { storedDate } from '../conversation.ts';

/**
 * What was chosen about a workspace and another one. `same`: it uses the memory of the other one, whether a person said
 * so or its folder made it plain. `apart`: a person does not want that.
 */
export const memoryChoiceSchema = z.object({
  workspace_id: z.string(),
  other_id: z.string(),
  choice: z.enum(['same', 'apart']),
  chosen_at: storedDate,
});
export type MemoryChoice = z.infer<typeof memoryChoiceSchema>;

/** What was recorded in one workspace, and whose memory it belongs to now. */
export interface KnownMemory {
  workspace_id: string;
  recorded_in: string;
  /** What people call it, as it was when last recorded. */
  workspace_name: string;
  conversations: number;
  first_recorded: string;
  last_recorded: string;
}

/** Whose memory a workspace uses: its own, unless it was chosen otherwise. */
export function memoryOf(workspace_id: string, choices: readonly MemoryChoice[]): string {
  const uses = new Map(
    choices.flatMap(({ workspace_id: id, other_id, choice }) => (choice === 'same' ? [[id, other_id]] : [])),
  );
  const passed = new Set<string>();
  let id = workspace_id;
  for (let next = uses.get(id); next !== undefined && !passed.has(id); next = uses.get(id)) {
    passed.add(id);
    id = next;
  }
  return id;
}
