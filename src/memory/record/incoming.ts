import { type ConversationDraft, conversationDraftSchema, MEMORY_SOURCE } from '../../model/conversation.ts';
import { withoutPrivate } from '../../model/secrets/privacy.ts';
import {
  type Reference,
  type TurnDraft,
  type TurnEnd,
  type TurnKind,
  turnEndSchema,
  turnStartSchema,
} from '../../model/turn/turn.ts';
import { Cleaner, type CleaningSettings } from './cleaning.ts';
import { titleOf, UNTITLED } from './titles.ts';

/** What any source hands over, live chat, an importer or the demo: a question, with its answer or before it. */
export interface IncomingTurn {
  /** The conversation's name at its source. */
  external_id: string;
  source?: string;
  workspace_id: string;
  workspace_name: string;
  /** Given by an importer or the demo; else the first line of the first question. */
  title?: string;
  /** Of a sub-task: the conversations that it belongs to. */
  parent_id?: string;
  root_id?: string;
  tags?: string[];
  request_id: string;
  content: string;
  /** `talk` unless it is told. */
  kind?: TurnKind;
  references: Reference[];
  /** When it was asked; now unless it is told. */
  timestamp?: string;
  /** What came of it, where that is known already. */
  outcome?: Outcome;
}

/** How a question was answered; its time is now unless it is told. */
export type Outcome = Omit<TurnEnd, 'timestamp'> & { timestamp?: string };

/** What may be written of a turn. */
export interface RecordingDraft extends TurnDraft {
  conversation: ConversationDraft;
}

/** What may be kept of a question, and how the same is kept out of its answer. */
export function cleanQuestion(question: string, settings: CleaningSettings): { content: string; cleaner: Cleaner } {
  const { text, removed } = withoutPrivate(question);
  const cleaner = new Cleaner(settings, removed);
  return { content: cleaner.text(text), cleaner };
}

/** Cleaned and checked: nothing else reaches a store. */
export function draftOf(
  incoming: IncomingTurn,
  settings: CleaningSettings,
  now: string,
): { draft: RecordingDraft; cleaner: Cleaner } {
  const { content, cleaner } = cleanQuestion(incoming.content, settings);
  const { timestamp = now, parent_id, root_id, tags, outcome } = incoming;
  const givenTitle = incoming.title === undefined ? undefined : cleaner.text(withoutPrivate(incoming.title).text);
  const conversation = conversationDraftSchema.parse({
    title: (givenTitle ?? titleOf(content)) || UNTITLED,
    source: incoming.source ?? MEMORY_SOURCE,
    external_id: incoming.external_id,
    workspace_id: incoming.workspace_id,
    workspace_name: incoming.workspace_name,
    created_at: timestamp,
    ...(parent_id === undefined ? {} : { parent_id }),
    ...(root_id === undefined ? {} : { root_id }),
    ...(tags === undefined ? {} : { tags }),
  });
  const start = turnStartSchema.parse({
    request_id: incoming.request_id,
    kind: incoming.kind ?? 'talk',
    content,
    references: incoming.references.map(reference => cleaner.reference(reference)),
    timestamp,
  });
  return { draft: { conversation, start, end: outcome && endOf(outcome, cleaner, now) }, cleaner };
}

export function endOf(outcome: Outcome, cleaner: Cleaner, now: string): TurnEnd {
  return turnEndSchema.parse({
    ...outcome,
    content: cleaner.text(outcome.content),
    ...(outcome.reasoning === undefined ? {} : { reasoning: cleaner.text(outcome.reasoning) }),
    ...(outcome.error === undefined ? {} : { error: cleaner.text(outcome.error) }),
    timestamp: outcome.timestamp ?? now,
    tools: outcome.tools.map(tool => cleaner.tool(tool)),
  });
}
