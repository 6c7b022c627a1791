import { cutToTokens } from '../../llm/tokens.ts';
import type { Reach } from '../../model/reach.ts';
import type { MemoryItem, Receipt, ReceiptItem } from '../../model/receipt/receipt.ts';
import { estimateTokens } from '../../model/tokens.ts';
import type { GoneTurns, TurnRef } from '../../model/turn/turn.ts';
import { gapsBefore, saySpans, type TurnSpan } from '../../model/turn/turnSpan.ts';
import type { Store } from '../../store/store.ts';
import { formatLocalDate } from '../../util/dates.ts';
import { plural } from '../../util/text.ts';
import { saySummaries } from '../summaries/sayMade.ts';
import type { ContextSettings } from './contextSettings.ts';
import { goneSpans } from './history/gone.ts';
import { conversationPieces, readConversation } from './history/readConversation.ts';
import type { UnrecordedTurn } from './history/recentTurns.ts';
import { fileBoost } from './past/fileBoost.ts';
import type { QuestionFiles } from './past/fileLinks.ts';
import type { LeftOut } from './past/pastRequest.ts';
import { readFileLinks } from './past/readFileLinks.ts';
import { findPast, relevantPast } from './past/relevantPast.ts';
import { readRules } from './past/rules.ts';
import { LEXICAL_MIN_SCORE } from './past/score.ts';
import { answerPrompt } from './prompt/answerPrompt.ts';
import { type Packed, pack } from './prompt/pack.ts';
import { receiptQuestion, toReceiptItem } from './prompt/piece.ts';

export interface ContextRequest {
  question: string;
  /** What is looked for and told on the receipt, where that is not the whole question: private words are not kept. */
  wanted?: string | undefined;
  /** Where the question stands: as recorded, else behind the last turn that is. Without it there is no history. */
  ref?: TurnRef | undefined;
  /** What that conversation is called, where it is known already. */
  title?: string | undefined;
  /** Turns of this chat that are not in the store; they are given, and leave no trace on the receipt. */
  unrecorded?: readonly UnrecordedTurn[] | undefined;
  /** Turns of this conversation that its chat no longer shows: they were edited, asked again or lost. */
  gone?: GoneTurns | undefined;
  reach: Reach;
  settings: ContextSettings;
  model: { id: string; maxInputTokens: number };
  attachments: readonly { name: string; text: string }[];
  /** Left out this once. */
  exclude?: readonly MemoryItem[] | undefined;
  /** The files that the question names or attaches. */
  files?: QuestionFiles | undefined;
  /** The contents of a .luciform file. */
  persona?: string | undefined;
}

export interface DualContext {
  prompt: { context: string; question: string };
  receipt: Receipt;
  /** How many of each were given. */
  used: { summaries: number; turns: number };
  /** What a person should know, as sentences. */
  problems: string[];
}

/** Of the model's window, so much is for memory and question; the rest is for the answer and a rough count of tokens. */
const CONTEXT_WINDOW_SHARE = 0.75;
/** For the headings between the blocks, and for naming what is not shown. */
const HEADING_TOKENS = 120;
const NAMED_GAPS = 8;
const LISTED_LEFT_OUT = 30;

/** History, relevant past and recent turns for a question, packed into the model's window, with their receipt. */
export async function buildDualContext(
  { store, now }: { store: Store; now: Date },
  request: ContextRequest,
): Promise<DualContext> {
  const { ref, reach, settings, wanted = request.question } = request;
  const minScore = settings.recall.minScore ?? LEXICAL_MIN_SCORE;
  const pastQuestion = { question: wanted, reach, settings: settings.recall, ref, gone: request.gone, now };
  // All at once: what has been read is weighed while the store reads on.
  const [rules, conversation, candidates, linked] = await Promise.all([
    readRules(store, reach, request.exclude),
    readConversation(store, request),
    findPast(store, pastQuestion),
    readFileLinks(store, request.files, wanted, ref),
  ]);
  const { recent, history } = conversationPieces(conversation, rules, now);
  const past = await relevantPast(store, candidates, {
    ...pastQuestion,
    minScore,
    rules,
    shown: ref && { ...ref, start_turn: recent.cut, end_turn: ref.turn_index },
    history,
    boosts: fileBoost(linked),
    linked,
  });
  for (const piece of history.pieces) {
    piece.parts = 'summary_id' in piece.item ? past.historyParts.get(piece.item.summary_id) : undefined;
  }

  const window = Math.floor(request.model.maxInputTokens * CONTEXT_WINDOW_SHARE) - HEADING_TOKENS;
  const tooLong = request.persona !== undefined && estimateTokens(request.persona) > window / 2;
  const persona = tooLong ? undefined : request.persona;
  const frame = estimateTokens(answerPrompt({ history: [], past: [], recent: [], attachments: [], persona }));
  const question = cutToTokens(request.question, Math.max(100, window - frame));
  const blocks = {
    history: history.pieces,
    past: past.pieces,
    recent: recent.pieces,
    attachments: request.attachments,
  };
  const packed = pack(blocks, window - frame - estimateTokens(question));

  const texts = (taken: readonly Packed[]) => taken.map(({ text }) => text);
  const context = answerPrompt({
    history: texts(packed.history),
    past: texts(packed.past),
    recent: texts(packed.recent),
    notShown: sayNotShown(ref, [...packed.history, ...packed.recent], request.gone),
    attachments: packed.attachments,
    persona,
  });
  const taken = [...packed.history, ...packed.past, ...packed.recent];
  const given = taken.filter(isRecorded).map(asReceiptItem);
  const receipt: Receipt = {
    question: receiptQuestion(wanted),
    created_at: formatLocalDate(now),
    model: request.model.id,
    min_score: minScore,
    budget_tokens: request.model.maxInputTokens,
    used_tokens: given.reduce((sum, item) => sum + item.tokens, 0),
    given,
    left_out: [
      ...packed.leftOut
        .filter(isRecorded)
        .map(packedPiece => ({ ...asReceiptItem(packedPiece), reason: 'budget' as const })),
      ...[...recent.leftOut, ...history.leftOut, ...past.leftOut].map(leftOutItem),
    ].slice(0, LISTED_LEFT_OUT),
  };
  const summaries = given.filter(item => item.level > 0).length;
  return {
    prompt: { context, question },
    receipt,
    used: { summaries, turns: taken.length - summaries },
    problems: tooLong ? ['The persona is too long for this model and was left out.'] : [],
  };
}

const isRecorded = ({ piece }: Packed) => !piece.unrecorded;

function asReceiptItem({ piece, tokens }: Packed): ReceiptItem {
  return toReceiptItem(piece, tokens);
}

function leftOutItem({ piece, reason }: LeftOut): Receipt['left_out'][number] {
  return { ...toReceiptItem(piece, estimateTokens(piece.texts[0])), reason };
}

/** The turns of this conversation that neither history nor recent turns tell of. */
function sayNotShown(ref: TurnRef | undefined, packed: readonly Packed[], gone: GoneTurns = new Map()): string {
  const toldSpans: TurnSpan[] = packed.flatMap(({ piece }) => (piece.unrecorded ? [] : piece));
  const spans = [...toldSpans, ...goneSpans(gone)].toSorted((a, b) => a.start_turn - b.start_turn);
  const gaps = ref ? gapsBefore(ref.turn_index, spans) : [];
  return saySpans(gaps.slice(-NAMED_GAPS));
}

/** `Reading 2 summaries and 4 turns`; undefined when there is nothing to read. */
export function sayReading({ summaries, turns }: DualContext['used']): string | undefined {
  const parts = [...(summaries > 0 ? [saySummaries(summaries)] : []), ...(turns > 0 ? [plural(turns, 'turn')] : [])];
  return parts.length > 0 ? `Reading ${parts.join(' and ')}` : undefined;
}
