import type { Condensed, Material } from '../../llm/summarizer.ts';
import { markOf } from '../../model/summary/layerRules.ts';
import {
  type LevelMark,
  type Summary,
  type SummaryDraft,
  type SummaryLinks,
  summaryDraftSchema,
} from '../../model/summary/summary.ts';
import { estimateTokens } from '../../model/tokens.ts';
import type { Turn, TurnHeader } from '../../model/turn/turn.ts';
import { materialIn } from '../../model/turn/whatIsMemory.ts';
import { withoutWithdrawn } from '../../model/turn/withdrawnTurn.ts';
import { type Store, StoreError } from '../../store/store.ts';
import { turnsOf } from '../../store/turnStore.ts';
import { dateNow, type Now } from '../../util/clock.ts';
import { formatLocalDate, instantOf } from '../../util/dates.ts';
import { type LayerSettings, nextGroup, type Unit } from './planner.ts';

/** The next summary of a conversation that is due: which turns, and which summaries below it. */
export interface Plan {
  level: number;
  start_turn: number;
  end_turn: number;
  char_range_start: number;
  char_range_end: number;
  /** Empty for L1. */
  children: Summary[];
}

export interface MakeOptions {
  staged?: boolean;
  /** A person asked for it: the turns left over make a last L1, however few they are. */
  force?: boolean;
  /** Throws OnlyProvisional rather than keep a summary that would have to be redone. */
  lastingOnly?: boolean;
  /** Told after each summary, and waited for. */
  onMade?: (summary: Summary) => unknown;
}

export interface PlanOptions extends Pick<MakeOptions, 'staged' | 'force'> {
  /** Where its levels end, where that is known already. */
  marks?: LevelMark[];
}

export interface RedoOptions {
  /** It lacks an answer: better one that has to be redone again than one that does not tell it. */
  evenProvisional?: boolean;
}

/** The wanted model is away, and a provisional summary would not do. */
export class OnlyProvisional extends Error {}

/** Whoever makes the words: always answers, offline if it must. Throws only when it is cancelled. */
export interface SummaryMaker {
  summarize(
    material: Material,
    signal: AbortSignal,
  ): Promise<Pick<Summary, 'made_by' | 'prompt_version' | 'provisional'> & { condensed: Pick<Condensed, 'content'> }>;
}

export interface LayersOptions {
  store: Store;
  maker: SummaryMaker;
  settings: () => LayerSettings;
  clock?: Now;
}

const TURNS_A_PAGE = 500;
const TURNS_OF_FIRST_PAGE = 20;
/** In a row. */
const MOST_OVERTAKEN = 10;

/** Makes a conversation's summaries, one at a time; it can stop after any of them and go on later, here or elsewhere. */
export class Layers {
  readonly #options: LayersOptions;

  constructor(options: LayersOptions) {
    this.#options = options;
  }

  /** The highest level that is due, so that what is made so far is always of use. */
  async next(conversation_id: string, options: PlanOptions = {}): Promise<Plan | undefined> {
    const { store, settings } = this.#options;
    const { staged = false, force = false } = options;
    const marks = options.marks ?? (await store.summaries.marks(conversation_id, staged));
    const limits = settings();
    for (let level = limits.maxLevel; level > 1; level--) {
      if (!marks.some(mark => mark.level === level - 1)) {
        continue;
      }
      const from_turn = markOf(marks, level).next_turn;
      const children = await store.summaries.ofConversation(conversation_id, { level: level - 1, staged, from_turn });
      const count = nextGroup(children.map(toUnit), level, limits);
      if (count > 0) {
        return planOf(level, children.slice(0, count).map(toUnit), children.slice(0, count));
      }
    }
    return await this.#nextOfTurns(conversation_id, markOf(marks, 1), limits, force);
  }

  /** Makes all that is due; resolves to how many were made. */
  async make(conversation_id: string, signal: AbortSignal, options: MakeOptions = {}): Promise<number> {
    let [made, overtaken] = [0, 0];
    for (;;) {
      signal.throwIfAborted();
      const plan = await this.next(conversation_id, options);
      if (!plan) {
        return made;
      }
      const { draft, links } = await this.condense(conversation_id, plan, signal);
      const { staged = false, lastingOnly = false } = options;
      if (lastingOnly && draft.provisional) {
        throw new OnlyProvisional();
      }
      try {
        const summary = await this.#options.store.summaries.add(draft, { staged, links });
        [made, overtaken] = [made + 1, 0];
        await options.onMade?.(summary);
      } catch (error) {
        // Others work on it too: what is due now is planned from what they made.
        if (!isOvertaken(error) || ++overtaken >= MOST_OVERTAKEN) {
          throw error;
        }
      }
    }
  }

  /** A provisional summary is made again from the same material, in its place. False when it is still provisional. */
  async redo(summary: Summary, signal: AbortSignal, options: RedoOptions = {}): Promise<boolean> {
    const children = await this.#childrenOf(summary);
    if (summary.level > 1 && (children.length === 0 || children.length < summary.parent_summaries.length)) {
      await this.#keep(summary.uuid);
      return true;
    }
    const { draft, links } = await this.condense(summary.conversation_id, { ...summary, children }, signal);
    if (draft.provisional && !options.evenProvisional) {
      return false;
    }
    await this.#options.store.summaries.rewrite(summary.uuid, draft, links);
    return !draft.provisional;
  }

  /** Some of what it condenses was trimmed, so it cannot be made again: its words are the best there will be. */
  async #keep(uuid: string): Promise<void> {
    const { summaries } = this.#options.store;
    const [read] = await summaries.read([uuid]);
    if (read?.summary.provisional) {
      const { uuid: _, ...draft } = read.summary;
      await summaries.rewrite(uuid, { ...draft, provisional: false });
    }
  }

  async condense(
    conversation_id: string,
    plan: Plan,
    signal: AbortSignal,
  ): Promise<{ draft: SummaryDraft; links: SummaryLinks }> {
    const { maker } = this.#options;
    const { level, children } = plan;
    const begun = this.#now();
    const turns = level > 1 ? [] : await this.#turns(conversation_id, plan);
    const material = level > 1 ? { level, summaries: children } : { level: 1 as const, turns };
    const made = await maker.summarize(material, signal);
    const { content } = made.condensed;
    const text = `${content.conversation_summary}\n${content.actions_summary}`.trim();
    const draft = summaryDraftSchema.parse({
      conversation_id,
      level,
      conversation_summary: content.conversation_summary,
      actions_summary: content.actions_summary,
      key_findings: content.key_findings,
      tools_used: content.tools_used,
      char_range_start: plan.char_range_start,
      char_range_end: plan.char_range_end,
      start_turn: plan.start_turn,
      end_turn: plan.end_turn,
      summary_char_count: content.conversation_summary.length + content.actions_summary.length,
      token_count: estimateTokens(text),
      source_type: level > 1 ? 'SUMMARY' : 'MESSAGE',
      parent_summaries: children.map(({ uuid }) => uuid),
      evidence: content.evidence,
      // Of all turns as they were read, whatever is made of them: what comes later is not in it.
      ...(level > 1 ? {} : { answers: turns.filter(({ assistant }) => assistant).length }),
      made_by: made.made_by,
      prompt_version: made.prompt_version,
      provisional: made.provisional,
      // What changes below while it is made is newer than it.
      created_at: formatLocalDate(level > 1 ? begun : this.#now()),
    });
    const names = { files: content.files_mentioned, scopes: content.scopes_mentioned };
    return { draft, links: { topics: content.topics, names } };
  }

  async #nextOfTurns(
    conversation_id: string,
    mark: LevelMark,
    limits: LayerSettings,
    force: boolean,
  ): Promise<Plan | undefined> {
    const headers: TurnHeader[] = [];
    // A summary is due after a few turns or after many: the first look is short.
    for (let limit = TURNS_OF_FIRST_PAGE; ; limit = Math.min(TURNS_A_PAGE, limit * 2)) {
      const page = { from: mark.next_turn + headers.length, limit };
      const pageHeaders = await this.#options.store.turns.headers(conversation_id, page);
      headers.push(...pageHeaders);
      const units = unitsOf(settled(headers, this.#now()), mark);
      const count = nextGroup(units, 1, limits);
      if (count > 0) {
        return planOf(1, units.slice(0, count), []);
      }
      if (pageHeaders.length < limit) {
        return force && units.length > 0 && limits.maxLevel > 0 ? planOf(1, units, []) : undefined;
      }
    }
  }

  async #turns(conversation_id: string, { start_turn, end_turn }: Plan): Promise<Turn[]> {
    const turns: Turn[] = [];
    for (let from = start_turn; from <= end_turn; from += TURNS_A_PAGE) {
      const to = Math.min(end_turn, from + TURNS_A_PAGE - 1);
      const pageTurns = await turnsOf(this.#options.store, conversation_id, { from, to, limit: TURNS_A_PAGE });
      turns.push(...materialIn(pageTurns).map(withoutWithdrawn));
    }
    return turns;
  }

  #now(): Date {
    return dateNow(this.#options.clock);
  }

  async #childrenOf({ parent_summaries }: Summary): Promise<Summary[]> {
    const children = await this.#options.store.summaries.read(parent_summaries);
    return children.map(({ summary }) => summary);
  }
}

/** Nobody waits longer for an answer: its window was killed. Should it come after all, the summary is made again. */
const LEFT_BEHIND_MS = 60 * 60_000;

/** Up to the first turn that may still be answered, however many came after it; one that was left behind has ended. */
function settled(turns: readonly TurnHeader[], now: Date): readonly TurnHeader[] {
  const answered = turns.findLastIndex(({ status, withdrawn }) => status !== 'pending' || withdrawn) + 1;
  // A clock may have been set back since: far ahead is as long ago.
  const mayEnd = ({ status, timestamp, withdrawn }: TurnHeader) =>
    status === 'pending' && !withdrawn && Math.abs(now.getTime() - instantOf(timestamp)) < LEFT_BEHIND_MS;
  const waiting = turns.findIndex(mayEnd);
  return turns.slice(0, waiting === -1 ? answered : Math.min(answered, waiting));
}

/** One for each turn that is memory; what was looked up before it has no weight, and is covered with it. */
function unitsOf(turns: readonly TurnHeader[], mark: LevelMark): Unit[] {
  let [start_turn, at] = [mark.next_turn, mark.next_char];
  const units: Unit[] = [];
  for (const { turn_index: end_turn, kind, material_chars: chars } of turns) {
    if (kind !== 'lookup') {
      units.push({ start_turn, end_turn, chars, char_range_start: at, char_range_end: at + chars });
      start_turn = end_turn + 1;
      at += chars;
    }
  }
  return units;
}

function isOvertaken(error: unknown): boolean {
  return error instanceof StoreError && error.reason === 'overtaken';
}

function toUnit(summary: Summary): Unit {
  return { ...summary, chars: summary.summary_char_count };
}

function planOf(level: number, units: readonly Unit[], children: Summary[]): Plan {
  const [first, last] = [units[0]!, units.at(-1)!];
  return {
    level,
    start_turn: first.start_turn,
    end_turn: last.end_turn,
    char_range_start: first.char_range_start,
    char_range_end: last.char_range_end,
    children,
  };
}
