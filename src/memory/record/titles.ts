import type { Conversation, ConversationDraft } from '../../model/conversation.ts';
import type { TurnStart } from '../../model/turn/turn.ts';
import type { Store } from '../../store/store.ts';
import { turnAt } from '../../store/turnStore.ts';
import { firstLine } from '../../util/text.ts';

export const UNTITLED = 'Untitled conversation';

export const titleOf = (question: string) => firstLine(question, 60) || UNTITLED;

/**
 * What was only looked up gives a conversation no name: the first thing that is said does, unless a person named it.
 * `conversation` is as it is with the turn of the draft. Resolves to what it is called then.
 */
export async function retitle(
  store: Store,
  conversation: Conversation,
  { conversation: draft, start }: { conversation: ConversationDraft; start: TurnStart },
): Promise<string> {
  const { uuid, title, turn_count, lookup_count } = conversation;
  const before = turn_count - 1;
  if (start.kind === 'lookup' || before === 0 || before > lookup_count || title === draft.title) {
    return title;
  }
  const first = await turnAt(store, { conversation_id: uuid, turn_index: 0 });
  if (!first || titleOf(first.user.content) !== title) {
    return title;
  }
  await store.conversations.update(uuid, { title: draft.title });
  return draft.title;
}
