import type { Conversation, ConversationDraft } from '../../src/model/conversation.ts';
import type { TurnDraft, TurnEnd, TurnRef, TurnStart } from '../../src/model/turn/turn.ts';
import type { Store } from '../../src/store/store.ts';
import type { RecordedTurn } from '../../src/store/turnStore.ts';

type HasTurns = Pick<Store, 'turns'>;

export async function ensureConversation({ turns }: HasTurns, draft: ConversationDraft): Promise<Conversation> {
  return (await turns.record(draft, [])).conversation;
}

/** Tells how many were new. */
export async function appendTurns({ turns }: HasTurns, uuid: string, drafts: TurnDraft[]): Promise<number> {
  const recorded = await turns.record({ uuid }, drafts);
  return recorded.turns.filter(({ began }) => began).length;
}

export async function beginTurn({ turns }: HasTurns, uuid: string, start: TurnStart): Promise<RecordedTurn> {
  const recorded = await turns.record({ uuid }, [{ start, end: undefined }]);
  return recorded.turns[0]!;
}

/** The answer to a question that is there. */
export async function endTurn({ turns }: HasTurns, { conversation_id, turn_index }: TurnRef, end: TurnEnd) {
  const asked = await turns.asked(conversation_id, turn_index);
  const request_id = asked.find(turn => turn.turn_index === turn_index)?.request_id ?? `none at ${turn_index}`;
  const start = { request_id, content: '', references: [], timestamp: end.timestamp };
  await turns.record({ uuid: conversation_id }, [{ start, end }]);
}
