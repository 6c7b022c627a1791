import type { ConversationDraft } from '../../src/model/conversation.ts';
import type { ToolUseDraft, TurnDraft } from '../../src/model/turn/turn.ts';
import { DAY_MS, formatLocalDate } from '../../src/util/dates.ts';

/** A made-up memory of any size: the same seed gives the same words, conversations and times. */
export interface CorpusOptions {
  turns: number;
  seed?: number;
  turnsPerConversation?: number;
}

export interface CorpusConversation {
  draft: ConversationDraft;
  turns: TurnDraft[];
}

/** Share of the conversations; the last is a small corner of the database. */
export const corpusWorkspaces = [
  { id: 'git:example.org/parcel', name: 'parcel', share: 0.6 },
  { id: 'git:example.org/atlas-web', name: 'atlas-web', share: 0.25 },
  { id: 'git:example.org/billing', name: 'billing', share: 0.14 },
  { id: 'git:example.org/notes', name: 'notes', share: 0.01 },
] as const;

const words = (text: string) => text.trim().split(/\s+/);

/** In the order of how often English uses them. */
const functionWords = words(`
  the to of and a in is it that for you this with on be as we not are if so from can or an by but have will at do was
  has when which then there what your all use one no my only should would here how they its now just also up any out
  because into does after more than before some same other each been both first could them very where why these those
  again still without about while every most such too were did over our their`);

const developerWords = words(`
  error file test function code type value call return run change line build request data user config server add fix
  check name set import store query default version update key path module message list remove string object log class
  response result token index cache database table option command process input output handle client event parse
  timeout retry async promise thread worker lock queue batch stream buffer socket connection upload download session
  login password auth permission header cookie proxy route endpoint schema migration column row transaction commit
  branch merge rebase conflict deploy release pipeline container image cluster volume secret certificate domain
  component render state hook props style layout button form page modal theme icon font color animation scroll focus
  keyboard shortcut editor extension setting workspace folder terminal debugger breakpoint snippet completion symbol
  interface generic union enum decorator closure iterator generator callback listener emitter subscription observable
  memory leak heap stack trace profile benchmark latency throughput regression flaky snapshot fixture mock stub assert
  coverage lint format compile bundle minify transpile dependency package registry semver changelog license
  encrypt hash signature salt nonce rotate expire revoke audit policy role scope tenant invoice payment currency tax
  refund subscription webhook schedule cron job backoff jitter circuit breaker rate limit quota throttle debounce
  pagination cursor filter sort search rank score embedding vector similarity summary topic layer graph node edge
  shard replica failover backup restore checkpoint journal vacuum pragma constraint trigger unicode encoding locale
  timezone calendar duration offset precision rounding overflow underflow null undefined exception assertion warning
  deprecated legacy refactor rename extract inline duplicate redundant simplify abstract contract invariant race
  deadlock starvation mutex semaphore barrier atomic idempotent retryable durable eventual consistency partition`);

const verbs = words(`
  get set load save parse format create delete update fetch send read write open close build render handle validate
  retry flush merge split resolve compute apply find make ensure wrap emit bind encode decode watch start stop reset`);
const nouns = developerWords.map(word => word.charAt(0).toUpperCase() + word.slice(1));
const suffixes = words('ById ForUser WithBackoff InBatch Async Safely FromDisk ToJson Once All');
const folders = words('src lib test scripts docs server client packages tools');
const layers = words('store model api ui auth billing search import export util jobs http render editor config');
const extensions = words('ts tsx js json md sql css py go yml');
const syllables = words(
  'ba be bi bo bra bre ca ce co cra da de di dra du fa fe fi flo ga ge gra ha he in ka ke la le li lo ma me mi mo na ne no or pa pe pla po ra re ri ro sa se si sta ta te ti tra tu va ve vi wa wi za',
);
const titleStarts = words('Fix Refactor Explain Speed-up Design Test Review Migrate Debug Document');
const toolNames = words('readFile editFile runInTerminal grepSearch fileSearch listDir getErrors fetchWebpage');
const models = ['copilot/gpt-5', 'copilot/claude-sonnet', 'gemini/gemini-2.5-pro', 'strata/memory-only'];

const VOCABULARY = 20_000;
/** Words are drawn from a table in which each stands as often as it is used. */
const TABLE = 1 << 20;
const TWO_YEARS_MS = 2 * 365 * DAY_MS;
const END = Date.UTC(2026, 9, 31);

/** Small and fast, good enough for texts (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Random = () => number;
const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
/** Many short, few long. */
const between = (random: Random, low: number, high: number) => Math.floor(low + (high - low) * random() ** 2);

/** Often-used words first: function words among developer words, then what only some conversations speak of. */
export function makeVocabulary(random: Random): string[] {
  const found = new Set<string>(functionWords.slice(0, 30));
  functionWords.slice(30).forEach((word, index) => {
    found.add(word).add(developerWords[index]!);
  });
  for (const word of developerWords) {
    found.add(word);
  }
  for (const word of developerWords.slice(0, 250)) {
    found.add(`${word}s`).add(`${word}ing`).add(`${word}ed`);
  }
  while (found.size < VOCABULARY) {
    found.add(rareWord(random));
  }
  return [...found];
}

function rareWord(random: Random): string {
  const kind = random();
  if (kind < 0.2) {
    return pick(random, verbs) + pick(random, nouns) + (random() < 0.5 ? pick(random, suffixes) : pick(random, nouns));
  }
  if (kind < 0.28) {
    return `${pick(random, verbs)}_${pick(random, developerWords)}_${pick(random, developerWords)}`;
  }
  if (kind < 0.38) {
    return filePath(random);
  }
  let word = '';
  for (let left = 2 + Math.floor(random() * 3); left > 0; left--) {
    word += pick(random, syllables);
  }
  return word + pick(random, ['', '', 'n', 's', 'r', 'tion', 'ing']);
}

function filePath(random: Random): string {
  const name = `${pick(random, verbs)}${pick(random, nouns)}`;
  return `${pick(random, folders)}/${pick(random, layers)}/${name}.${pick(random, extensions)}`;
}

function makeTable(size: number): Uint16Array {
  const weights = Array.from({ length: size }, (_, rank) => 1 / (rank + 2.7));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const table = new Uint16Array(TABLE);
  let at = 0;
  let reached = 0;
  weights.forEach((weight, rank) => {
    reached += weight;
    const to = rank === size - 1 ? TABLE : Math.round((reached / total) * TABLE);
    table.fill(rank, at, to);
    at = to;
  });
  return table;
}

class Writer {
  readonly #random: Random;
  readonly #vocabulary: string[];
  readonly #table: Uint16Array;
  /** What the conversation at hand is about. */
  #topic: string[] = [];
  /** Tool output is not searched by words: a few hundred different ones are enough. */
  readonly #outputs: string[] = [];

  constructor(random: Random) {
    this.#random = random;
    this.#vocabulary = makeVocabulary(random);
    this.#table = makeTable(this.#vocabulary.length);
  }

  changeTopic(): string[] {
    const developer = Array.from({ length: 6 }, () => pick(this.#random, developerWords));
    const rare = Array.from({ length: 18 }, () => this.#vocabulary[200 + Math.floor(this.#random() * 19_800)]!);
    this.#topic = [...developer, ...rare];
    return developer;
  }

  output(): string {
    if (this.#outputs.length < 300) {
      this.#outputs.push(this.text(between(this.#random, 40, 600)));
      return this.#outputs.at(-1)!;
    }
    return pick(this.#random, this.#outputs);
  }

  text(chars: number): string {
    const random = this.#random;
    let text = '';
    let left = 0;
    while (text.length < chars) {
      const topical = random() < 0.12;
      const word = topical
        ? this.#topic[Math.floor(random() * this.#topic.length)]!
        : this.#vocabulary[this.#table[Math.floor(random() * TABLE)]!]!;
      if (left === 0) {
        left = 5 + Math.floor(random() * 16);
        text += text === '' ? '' : random() < 0.15 ? '.\n\n' : '. ';
      } else {
        text += ' ';
      }
      text += word;
      left--;
    }
    return `${text.slice(0, chars)}.`;
  }
}

/** Conversation by conversation, in time order, until there are enough turns. */
export function* makeCorpus(options: CorpusOptions): Generator<CorpusConversation> {
  const random = seeded(options.seed ?? 1);
  const writer = new Writer(random);
  const perConversation = options.turnsPerConversation ?? 10;
  const conversations = Math.ceil(options.turns / perConversation);
  let made = 0;
  for (let number = 0; made < options.turns; number++) {
    const length = Math.min(options.turns - made, 1 + Math.floor(random() * (2 * perConversation - 1)));
    const begins = END - TWO_YEARS_MS * (1 - Math.min(0.999, number / conversations));
    const about = writer.changeTopic();
    const workspace = pickWorkspace(random);
    const draft: ConversationDraft = {
      title: `${pick(random, titleStarts)} ${about.slice(0, 2 + Math.floor(random() * 4)).join(' ')}`,
      source: random() < 0.7 ? 'memory' : 'claude-code',
      external_id: `corpus-${options.seed ?? 1}-${number}`,
      workspace_id: workspace.id,
      workspace_name: workspace.name,
      created_at: formatLocalDate(new Date(begins)),
    };
    const turns = Array.from({ length }, (_, index) => makeCorpusTurn(writer, random, begins, `${number}-${index}`));
    turns.forEach((turn, index) => {
      moveTo(turn, begins + index * 240_000);
    });
    made += length;
    yield { draft, turns };
  }
}

function pickWorkspace(random: Random) {
  let left = random();
  for (const workspace of corpusWorkspaces) {
    left -= workspace.share;
    if (left < 0) {
      return workspace;
    }
  }
  return corpusWorkspaces[0];
}

function makeCorpusTurn(writer: Writer, random: Random, begins: number, request_id: string): TurnDraft {
  const timestamp = formatLocalDate(new Date(begins));
  const references = random() < 0.3 ? [{ path: filePath(random) }] : [];
  const toolCount = random() < 0.5 ? 0 : 1 + Math.floor(random() * 4);
  const tools = Array.from({ length: toolCount }, () => makeCorpusTool(writer, random, timestamp));
  return {
    start: { request_id, content: writer.text(between(random, 20, 400)), references, timestamp },
    end: {
      content: writer.text(between(random, 200, 2000)),
      model: pick(random, models),
      status: random() < 0.03 ? 'cancelled' : 'complete',
      timestamp,
      tools,
    },
  };
}

function makeCorpusTool(writer: Writer, random: Random, timestamp: string): ToolUseDraft {
  return {
    tool_name: pick(random, toolNames),
    arguments: { path: filePath(random) },
    timestamp,
    duration_ms: between(random, 2, 3000),
    success: random() < 0.95,
    result: writer.output(),
  };
}

function moveTo(turn: TurnDraft, at: number): void {
  turn.start.timestamp = formatLocalDate(new Date(at));
  if (turn.end) {
    turn.end.timestamp = formatLocalDate(new Date(at + 20_000));
  }
}
