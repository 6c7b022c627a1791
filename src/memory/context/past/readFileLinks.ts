import { talksOf } from '../../../model/file/fileTalk.ts';
import type { TurnRef } from '../../../model/turn/turn.ts';
import { materialIn } from '../../../model/turn/whatIsMemory.ts';
import type { Store } from '../../../store/store.ts';
import { supportedText } from '../prompt/supportedText.ts';
import type { FileLinks, Linked, QuestionFiles } from './fileLinks.ts';
import { shareOfWords } from './pastRequest.ts';

/** Being about the file is worth as much as sharing so many of the question's words. */
export const LINKED_SIMILARITY = 0.45;
const MOST_QUESTION_FILES = 5;
/** Conversations that are looked at for each file, the one that mentioned it last first. */
const MOST_TALKS = 4;
/** A few of each: best by words if they share any, else the newest. */
const MOST_LINKED_TURNS = 2;
const MOST_LINKED_SUMMARIES = 2;

/** What was said about the files of a question. `ref` is the question's own turn. */
export async function readFileLinks(
  store: Store,
  files: QuestionFiles | undefined,
  question: string,
  ref: TurnRef | undefined,
): Promise<FileLinks | undefined> {
  if (!files || files.paths.length === 0) {
    return undefined;
  }
  const ids = new Set<string>();
  const turns = new Map<string, { ref: TurnRef; title: string }>();
  const summaries = new Set<string>();
  const paths = files.paths.slice(0, MOST_QUESTION_FILES);
  const mentions = new Map((await store.files.mentionsOf(files.workspace_id, paths)).map(file => [file.path, file]));
  for (const file of paths.flatMap(path => mentions.get(path) ?? [])) {
    for (const { message_id } of file.turns) {
      ids.add(message_id);
    }
    for (const { summary_id } of file.summaries) {
      ids.add(summary_id);
    }
    for (const talk of talksOf(file.turns, file.summaries, { limit: MOST_TALKS })) {
      for (const { conversation_id, turn_index, conversation_title } of talk.turns.filter(turn => !isSame(turn, ref))) {
        const key = `${conversation_id} ${turn_index}`;
        turns.set(key, { ref: { conversation_id, turn_index }, title: conversation_title });
      }
      for (const { summary_id } of talk.summaries) {
        summaries.add(summary_id);
      }
    }
  }
  return {
    ids,
    turns: await linkedTurns(store, [...turns.values()], question),
    summaries: await linkedSummaries(store, [...summaries], question),
  };
}

async function linkedTurns(store: Store, refs: readonly { ref: TurnRef; title: string }[], question: string) {
  const stretches = refs.map(({ ref: { conversation_id, turn_index } }) => ({
    conversation_id,
    ...{ from: turn_index, to: turn_index, limit: 1 },
  }));
  const stretchTurns = stretches.length > 0 ? await store.turns.read(stretches) : [];
  const titledTurns = refs.flatMap(({ title }, index) =>
    materialIn(stretchTurns[index] ?? []).map(turn => ({ turn, title })),
  );
  return best(
    titledTurns,
    ({ turn }) => `${turn.user.content}\n${turn.assistant?.content ?? ''}`,
    question,
    MOST_LINKED_TURNS,
  );
}

async function linkedSummaries(store: Store, ids: string[], question: string) {
  const dated = ids.length > 0 ? await store.summaries.read(ids) : [];
  const order = new Map(ids.map((id, index) => [id, index]));
  const newestFirst = dated.toSorted((a, b) => order.get(a.summary.uuid)! - order.get(b.summary.uuid)!);
  return best(newestFirst, ({ summary }) => supportedText(summary), question, MOST_LINKED_SUMMARIES);
}

/** Those with most of the question's words; equals stay in their order, which is the newest first. */
function best<T>(linked: readonly T[], textOf: (each: T) => string, question: string, limit: number): Linked<T>[] {
  return linked
    .map(each => ({ each, words: shareOfWords(textOf(each), question) }))
    .toSorted((a, b) => b.words - a.words)
    .slice(0, limit)
    .map(({ each, words }) => ({ ...each, words, similarity: Math.max(words, LINKED_SIMILARITY) }));
}

const isSame = (turn: TurnRef, ref: TurnRef | undefined) =>
  turn.conversation_id === ref?.conversation_id && turn.turn_index === ref.turn_index;
