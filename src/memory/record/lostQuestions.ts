import { MEMORY_SOURCE } from '../../model/conversation.ts';
import type { Reach } from '../../model/reach.ts';
import type { Store } from '../../store/store.ts';
import { turnAt } from '../../store/turnStore.ts';
import { DAY_MS, instantOf } from '../../util/dates.ts';

/** What is written of a chat session, or undefined where nothing is known of it. */
export type ReadChat = (session: string) => Promise<string | undefined>;

/** By then VS Code has written what it shows, also while an answer is still coming. */
export const WRITTEN_MS = 5 * 60_000;
const CHATS_LATELY_MS = 7 * DAY_MS;
const MOST_CHATS = 50;

/**
 * Questions without an answer that a window took with it before VS Code had written them: nobody sees them in chat, so
 * memory drops them too. Resolves to whether some are too new to tell.
 */
export async function dropLostQuestions(store: Store, reach: Reach, readChat: ReadChat, now: number): Promise<boolean> {
  const query = {
    reach,
    source: MEMORY_SOURCE,
    from: now - CHATS_LATELY_MS,
    limit: MOST_CHATS,
    lookups: 'too' as const,
  };
  let unsure = false;
  for (const { uuid: conversation_id, external_id } of await store.conversations.list(query)) {
    const askedTurns = await store.turns.asked(conversation_id, Number.MAX_SAFE_INTEGER);
    const open = askedTurns.filter(turn => !turn.answered && turn.withdrawn_ms === null);
    const chat = open.length > 0 ? await readChat(external_id) : undefined;
    const lostIndexes: number[] = [];
    for (const { turn_index, request_id } of chat === undefined ? [] : open) {
      const turn = await turnAt(store, { conversation_id, turn_index });
      const isNew = turn !== undefined && instantOf(turn.user.timestamp) > now - WRITTEN_MS;
      unsure ||= isNew;
      if (!isNew && request_id !== null && !chat?.includes(request_id)) {
        lostIndexes.push(turn_index);
      }
    }
    if (lostIndexes.length > 0 && lostIndexes.length === askedTurns.length) {
      await store.conversations.delete(conversation_id);
    } else if (lostIndexes.length > 0) {
      await store.turns.withdraw(conversation_id, lostIndexes, now);
    }
  }
  return unsure;
}
