import { fail } from 'node:assert/strict';
import type { Conversation, ConversationDraft } from '../../../src/model/conversation.ts';
import type { SummaryDraft } from '../../../src/model/summary/summary.ts';
import type { Turn, TurnDraft } from '../../../src/model/turn/turn.ts';
import { type Store, StoreError, type StoreErrorReason } from '../../../src/store/store.ts';
import { turnAt as readTurnAt } from '../../../src/store/turnStore.ts';
import { at, makeConversation } from '../../support/builders.ts';
import { appendTurns, ensureConversation } from '../../support/storing.ts';
import { type Opened, type Session, useOpened } from './opened.ts';

export type OpenStore = Opened<Store> & { store: Store };
export type Open = () => Promise<OpenStore>;
export type StoreSession = Session<Store> & { readonly store: Store };

/** One store for all tests of a suite: they keep apart by workspaces and names of their own. */
export function useStore(open: Open): StoreSession {
  const { current, ...session } = useOpened<Store, OpenStore>(open);
  return {
    ...session,
    get store() {
      return current().store;
    },
  };
}

/** What UTF-8 can hold of a text: half a surrogate pair becomes the replacement character. */
export const wellFormed = (text: string) => Buffer.from(text).toString();

let counter = 0;

/** A name that no other test uses. */
export const unique = (name: string) => `${name}-${process.pid}-${++counter}`;

/** A conversation with the given turns, in a workspace of its own unless one is given. */
export async function converse(
  store: Store,
  given: Partial<ConversationDraft> = {},
  turns: TurnDraft[] = [],
): Promise<Conversation> {
  const draft = makeConversation({
    title: 'Untitled',
    external_id: unique('session'),
    workspace_id: unique('workspace'),
    ...given,
  });
  const { uuid } = await ensureConversation(store, draft);
  await appendTurns(store, uuid, turns);
  return (await store.conversations.get(uuid))!;
}

export const inWorkspaceOf = ({ workspace_id }: { workspace_id: string }) => ({ workspace_id });

export async function turnAt(store: Store, conversation_id: string, turn_index: number): Promise<Turn> {
  const turn = await readTurnAt(store, { conversation_id, turn_index });
  return turn ?? fail(`Turn ${turn_index} is not there.`);
}

/** For assert.rejects: a StoreError with that reason and a sentence for a person. */
export const because = (reason: StoreErrorReason) => (error: unknown) =>
  error instanceof StoreError && error.reason === reason && /^[A-Z].*\.$/s.test(error.message);

export function makeSummary(conversation_id: string, given: Partial<SummaryDraft> = {}): SummaryDraft {
  return {
    conversation_id,
    level: 1,
    conversation_summary: 'The user asked why uploads stall, so I found the reused socket.',
    actions_summary: 'I used readFile(path=src/upload.ts), which showed the agent.',
    key_findings: ['The socket is reused.'],
    tools_used: ['readFile'],
    char_range_start: 0,
    char_range_end: 10_000,
    start_turn: 0,
    end_turn: 4,
    summary_char_count: 120,
    token_count: 30,
    source_type: 'MESSAGE',
    parent_summaries: [],
    evidence: [{ sentence: 'The socket is reused.', turns: [0, 2], supported: true }],
    made_by: 'offline',
    prompt_version: '1',
    created_at: at('2026-03-04T15:00:00Z'),
    provisional: false,
    ...given,
  };
}
