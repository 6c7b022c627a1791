import type { Reach } from '../../../model/reach.ts';
import { itemKey, type MemoryItem } from '../../../model/receipt/receipt.ts';
import type { Turn, TurnRef } from '../../../model/turn/turn.ts';
import { filesOfTurn } from '../../../model/turn/turnFiles.ts';
import { materialOf } from '../../../model/turn/whatIsMemory.ts';
import { findTerms } from '../../../model/words/findTerms.ts';
import { queryTerms } from '../../../model/words/words.ts';
import type { Store } from '../../../store/store.ts';
import { turnAt } from '../../../store/turnStore.ts';
import { bestPassage } from '../../recall/passages.ts';
import { type Passage, recall } from '../../recall/recall.ts';
import type { QuestionFiles } from '../past/fileLinks.ts';
import { shareOfWords } from '../past/pastRequest.ts';
import { readFileLinks } from '../past/readFileLinks.ts';
import { readRules } from '../past/rules.ts';
import { isUnsupported } from '../prompt/summaryPiece.ts';
import { supportedText } from '../prompt/supportedText.ts';

/** What an answer without a model quotes: words of a turn, or what of a summary is supported. */
export interface Quote {
  item: MemoryItem;
  /** 0 for a turn. */
  level: number;
  text: string;
  said: 'user' | 'assistant' | 'summary';
  conversation_id: string;
  conversation_title: string;
  start_turn: number;
  end_turn: number;
  timestamp: string;
  files: string[];
  similarity: number;
  pinned: boolean;
  /** Quoted because it is about a file of the question; `words` is the share of its words that it has. */
  linked?: { words: number };
}

export interface Quoted {
  /** What a person pinned, then what was found, best first. */
  quotes: Quote[];
  /** Where nothing fits well: what comes nearest. */
  near: Quote[];
  /** Words of the question that none of them has. */
  missing: string[];
}

export interface QuoteOptions {
  reach: Reach;
  /** How many are quoted besides those that are pinned, or are about a file of the question. */
  limit: number;
  /** The question's own turn. */
  ref?: TurnRef | undefined;
  /** Left out this once. */
  exclude?: readonly MemoryItem[];
  /** The files that the question names or attaches. */
  files?: QuestionFiles | undefined;
}

/** The passages that bear on a question; what a person pinned comes first, whatever is asked. */
export async function quoteMemory(store: Store, question: string, options: QuoteOptions): Promise<Quoted> {
  const { reach, limit, ref, exclude, files } = options;
  const rules = await readRules(store, reach, exclude);
  const except = [...rules.leftOut.filter(item => 'turn_index' in item), ...(ref ? [ref] : [])];
  const [{ passages, near, missing }, pins, links] = await Promise.all([
    recall(store, question, { reach, limit, except }),
    Promise.all(rules.pinned.map(item => quoteOf(store, item, question))),
    readFileLinks(store, files, question, ref),
  ]);
  const pinned = pins.filter(quote => quote !== undefined).map(quote => ({ ...quote, pinned: true }));
  const pinnedKeys = new Set(pinned.map(({ item }) => itemKey(item)));
  const toQuote = ({ turn, hit, text, role, similarity }: Passage) => ({
    ...turnQuote(turn, hit.conversation_title, text, role),
    similarity,
  });
  const recalled = passages.map(toQuote);
  const recalledKeys = new Set(recalled.map(({ item }) => itemKey(item)));
  const linked = (links?.turns ?? [])
    .filter(({ turn }) => !rules.isLeftOut(turn) && !recalledKeys.has(itemKey(turn)))
    .map(({ turn, title, words, similarity }) => ({
      ...linkedQuote(turn, title, question),
      similarity,
      linked: { words },
    }));
  const isNew = ({ item }: Quote) => !pinnedKeys.has(itemKey(item));
  const pinnedText = pinned.map(({ text }) => text).join('\n');
  return {
    quotes: [...pinned.toSorted((a, b) => b.similarity - a.similarity), ...[...recalled, ...linked].filter(isNew)],
    near: linked.length > 0 ? [] : near.map(toQuote).filter(isNew),
    missing: missing.filter(word => findTerms(pinnedText, [{ text: word, prefix: false }]).length === 0),
  };
}

/** Undefined when it is gone, or nothing of it can be told as fact. */
export async function quoteOf(store: Store, item: MemoryItem, question: string): Promise<Quote | undefined> {
  return 'summary_id' in item
    ? await summaryQuote(store, item.summary_id, question)
    : await wholeTurnQuote(store, item, question);
}

async function wholeTurnQuote(store: Store, ref: TurnRef, question: string): Promise<Quote | undefined> {
  const [stored, conversation] = await Promise.all([turnAt(store, ref), store.conversations.get(ref.conversation_id)]);
  const turn = stored && materialOf(stored);
  if (!turn || !conversation) {
    return undefined;
  }
  const answer = turn.assistant?.content ?? '';
  const role = answer.trim() === '' ? 'user' : 'assistant';
  const { text } = bestPassage(role === 'user' ? turn.user.content : answer, queryTerms(question));
  const similarity = shareOfWords(`${turn.user.content}\n${answer}`, question);
  return text === '' ? undefined : { ...turnQuote(turn, conversation.title, text, role), similarity };
}

function linkedQuote(turn: Turn, title: string, question: string): Quote {
  const role = turn.assistant?.content.trim() ? 'assistant' : 'user';
  const words = role === 'user' ? turn.user.content : turn.assistant!.content;
  return turnQuote(turn, title, bestPassage(words, queryTerms(question)).text, role);
}

async function summaryQuote(store: Store, id: string, question: string): Promise<Quote | undefined> {
  const [dated] = await store.summaries.read([id]);
  if (!dated || isUnsupported(dated.summary)) {
    return undefined;
  }
  const { summary, conversation_title, files, timestamp } = dated;
  const { level, conversation_id, start_turn, end_turn } = summary;
  const text = supportedText(summary);
  return {
    item: { summary_id: id },
    level,
    text,
    said: 'summary',
    conversation_id,
    conversation_title,
    start_turn,
    end_turn,
    timestamp,
    files,
    similarity: shareOfWords(text, question),
    pinned: false,
  };
}

function turnQuote(turn: Turn, conversation_title: string, text: string, said: Quote['said']): Quote {
  const { conversation_id, turn_index } = turn;
  return {
    item: { conversation_id, turn_index },
    level: 0,
    text,
    said,
    conversation_id,
    conversation_title,
    start_turn: turn_index,
    end_turn: turn_index,
    timestamp: turn.user.timestamp,
    files: filesOfTurn(turn),
    similarity: 0,
    pinned: false,
  };
}
