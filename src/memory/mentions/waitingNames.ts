import type { TurnRef } from '../../model/turn/turn.ts';
import type { UnlinkedSummary, Waiting } from '../../store/mentionStore.ts';

/** What waits to be linked, by names that tell it apart. */
export function namesOf({ turns, summaries }: Waiting): Set<string> {
  return new Set([...turns, ...summaries].map(nameOf));
}

export function nameOf(waiting: TurnRef | UnlinkedSummary): string {
  return 'summary_id' in waiting ? waiting.summary_id : `${waiting.conversation_id} ${waiting.turn_index}`;
}
