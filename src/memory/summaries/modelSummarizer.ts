import { isModelError, type LanguageModel, ModelError, type TokenUsage } from '../../llm/languageModel.ts';
import type { Condensed, Material, Summarizer } from '../../llm/summarizer.ts';
import type { SummaryContent } from '../../model/summary/summary.ts';
import { guessLanguage } from './language.ts';
import { ANSWER_TOKENS, estimateRequest } from './meteredModel.ts';
import { confirmedText, formatContent, packPieces, piecesOf, sourceOf, summariesOf, turnsOf } from './pieces.ts';
import { complaintAbout, type Facts, toContent } from './summaryAnswer.ts';
import { buildSummaryPrompt, type PieceKind, SUMMARY_PROMPT_VERSION, summaryAnswerSchema } from './summaryPrompt.ts';

/** Of the model's window: an estimate of characters / 4 is up to four times too low, as for Chinese. */
const MATERIAL_WINDOW_SHARE = 0.25;
/** Two summaries of parts must always fit together, or condensing them would never end. */
const MIN_ROOM_CHARS = 10_000;
/** Thoughts count as answer. */
const MAX_ANSWER_TOKENS = 16_384;

export interface Cost {
  calls: number;
  tokens: number;
}

/** A summariser whose calls cost something. */
export interface PaidSummarizer extends Summarizer {
  /** About what it will take, if every answer is good. */
  estimate(material: Material): Cost;
}

/** What is known of one piece of work, and what it has cost so far. */
interface Work extends Omit<Facts, 'record'> {
  usage: TokenUsage;
  signal: AbortSignal;
}

/** Condenses with a language model, in parts where the material is larger than its window. */
export class ModelSummarizer implements PaidSummarizer {
  readonly id: string;
  readonly promptVersion = SUMMARY_PROMPT_VERSION;
  readonly #model: LanguageModel;
  readonly #room: number;

  constructor(model: LanguageModel) {
    this.id = model.id;
    this.#model = model;
    this.#room = Math.max(MIN_ROOM_CHARS, Math.floor(model.maxInputTokens * MATERIAL_WINDOW_SHARE * 4));
  }

  async summarize(material: Material, signal: AbortSignal): Promise<Condensed> {
    const pieces = piecesOf(material);
    if (pieces.length === 0) {
      throw new ModelError('bad-request', 'There is nothing to summarise.');
    }
    const work: Work = {
      source: sourceOf(material),
      tools: toolsIn(material),
      languages: languagesOf(material),
      usage: { inputTokens: 0, outputTokens: 0 },
      signal,
    };
    const content = await this.#condense(kindOf(material), pieces, work);
    return { content, usage: work.usage };
  }

  estimate(material: Material): Cost {
    let calls = 0;
    let tokens = 0;
    let kind = kindOf(material);
    let groups = packPieces(piecesOf(material), this.#room);
    for (;;) {
      calls += groups.length;
      for (const group of groups) {
        tokens += estimateRequest({ messages: buildSummaryPrompt(kind, group) });
      }
      if (groups.length <= 1) {
        return { calls, tokens: tokens + calls * ANSWER_TOKENS };
      }
      kind = 'summaries';
      groups = packPieces(new Array(groups.length).fill('x'.repeat(PART_CHARS)), this.#room);
    }
  }

  async #condense(kind: PieceKind, pieces: readonly string[], work: Work, deep = false): Promise<SummaryContent> {
    const groups = packPieces(pieces, this.#room);
    if (deep && groups.length > 1 && groups.length >= pieces.length) {
      throw new ModelError('bad-answer', 'The parts did not get any shorter.');
    }
    const parts: SummaryContent[] = [];
    for (const group of groups) {
      parts.push(await this.#ask(kind, group, work));
    }
    const [only] = parts;
    if (only && parts.length === 1) {
      return only;
    }
    const whole = await this.#condense(
      'summaries',
      parts.map((part, index) => formatContent(`Part ${index + 1} of ${parts.length}:`, part)),
      work,
      true,
    );
    return { ...whole, ...namesOf(parts) };
  }

  async #ask(kind: PieceKind, pieces: readonly string[], work: Work): Promise<SummaryContent> {
    let complaint: string | undefined;
    for (let attempt = 0; attempt < 2; attempt++) {
      const result = await this.#attempt(kind, pieces, work, complaint);
      if (typeof result !== 'string') {
        return result;
      }
      complaint = result;
    }
    throw new ModelError('bad-answer', `The summary could not be used twice: ${complaint}`);
  }

  /** The content, or the complaint about the answer. */
  async #attempt(
    kind: PieceKind,
    pieces: readonly string[],
    work: Work,
    complaint: string | undefined,
  ): Promise<SummaryContent | string> {
    const request = {
      messages: buildSummaryPrompt(kind, pieces, complaint),
      maxOutputTokens: Math.min(this.#model.maxOutputTokens, MAX_ANSWER_TOKENS),
      temperature: 0.2,
    };
    try {
      const { value, usage } = await this.#model.generate(request, summaryAnswerSchema, work.signal);
      work.usage.inputTokens += usage.inputTokens;
      work.usage.outputTokens += usage.outputTokens;
      return complaintAbout(value, work.languages) ?? toContent(value, { ...work, record: confirmedText(pieces) });
    } catch (error) {
      if (isModelError(error) && error.reason === 'bad-answer') {
        return error.message;
      }
      throw error;
    }
  }
}

/** About the size of what formatContent makes of a part. */
const PART_CHARS = 1500;

function kindOf(material: Material): PieceKind {
  return 'turns' in material ? 'turns' : 'summaries';
}

function toolsIn(material: Material): string[] {
  const called = turnsOf(material).flatMap(turn => turn.tools.map(({ call }) => call.tool_name));
  return [...called, ...summariesOf(material).flatMap(summary => summary.tools_used)];
}

/** A question in French may well be answered in English; either will do. */
function languagesOf(material: Material): string[] {
  const spoken = [
    turnsOf(material).map(turn => turn.user.content),
    turnsOf(material).map(turn => turn.assistant?.content ?? ''),
    summariesOf(material).map(summary => `${summary.conversation_summary} ${summary.actions_summary}`),
  ];
  const languages = spoken.map(texts => guessLanguage(texts.join('\n'))).filter(language => language !== undefined);
  return [...new Set(languages)];
}

/** Names found in the parts are not lost when the parts become one. */
function namesOf(parts: readonly SummaryContent[]): Pick<SummaryContent, 'files_mentioned' | 'scopes_mentioned'> {
  return {
    files_mentioned: [...new Set(parts.flatMap(part => part.files_mentioned))],
    scopes_mentioned: [...new Set(parts.flatMap(part => part.scopes_mentioned))],
  };
}
