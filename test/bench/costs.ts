import type { LanguageModel } from '../../src/llm/languageModel.ts';
import type { Material } from '../../src/llm/summarizer.ts';
import { estimateRequest } from '../../src/memory/summaries/meteredModel.ts';
import { ModelSummarizer } from '../../src/memory/summaries/modelSummarizer.ts';
import { buildSummaryPrompt, type SummaryAnswer } from '../../src/memory/summaries/summaryPrompt.ts';
import type { Summary } from '../../src/model/summary/summary.ts';
import { formatTurn } from '../../src/model/text/turnText.ts';
import { estimateTokens } from '../../src/model/tokens.ts';
import type { Turn } from '../../src/model/turn/turn.ts';
import { makeStoredTurn } from '../support/builders.ts';
import { makeCorpus } from '../support/corpus.ts';
import { makeStoredSummary } from '../support/summaries.ts';

export interface Costs {
  calls: number;
  tokens: number;
}

const EVERY_CHARS = 10_000;
const MAX_LEVEL = 3;
const never = new AbortController().signal;

/** As long as an answer may be: two texts of 500 characters. */
const sentences = [124, 124, 124, 125].map((chars, index) => ({ sentence: 'x'.repeat(chars), turns: [index + 1] }));
const answer: SummaryAnswer = {
  conversation_summary: sentences,
  actions_summary: sentences,
  key_findings: new Array(4).fill({
    sentence: 'The back-off has jitter and a cap of thirty seconds, as decided',
    turns: [3],
  }),
  files_mentioned: ['src/upload/retry.ts', 'src/upload/socket.ts', 'test/upload/retry.test.ts'],
  scopes_mentioned: ['retryWithBackoff', 'closeSocket'],
  topics: ['upload retries', 'sockets'],
};
const answerTokens = estimateTokens(JSON.stringify(answer));
const promptTokens = estimateRequest({ messages: buildSummaryPrompt('turns', []) });

/** The same turns whatever the conversations they are cut into: `chars` of user and assistant text each. */
export function makeConversations(total: number, chars: number): Turn[][] {
  const conversations: Turn[][] = [];
  let room = 0;
  let made = 0;
  for (const { turns } of makeCorpus({ turns: total / 500, seed: 11 })) {
    for (const { start, end } of turns) {
      if (made >= total) {
        return conversations;
      }
      const turn = makeStoredTurn({ user: start.content, assistant: end!.content, tools: end!.tools });
      if (room <= 0) {
        conversations.push([]);
        room += chars;
      }
      const conversation = conversations.at(-1)!;
      conversation.push({ ...turn, turn_index: conversation.length });
      room -= sizeOf(turn);
      made += sizeOf(turn);
    }
  }
  return conversations;
}

export function sizeOf({ user, assistant }: Turn): number {
  return user.content.length + (assistant?.content.length ?? 0);
}

/** Strata's way: each level over whole items of the one below, once there is enough. The real prompts are built and counted. */
export async function costOfLayers(turns: readonly Turn[]): Promise<Costs> {
  const costs = { calls: 0, tokens: 0 };
  const summarizer = new ModelSummarizer(countingModel(costs));
  const levels: Summary[][] = Array.from({ length: MAX_LEVEL }, () => []);
  let open: Turn[] = [];
  async function add(level: number, material: Material): Promise<void> {
    const { content } = await summarizer.summarize(material, never);
    const above = levels[level];
    if (!above) {
      return;
    }
    above.push(makeStoredSummary({ ...content, level }));
    const chars = above.map(({ conversation_summary, actions_summary }) => conversation_summary + actions_summary);
    if (chars.join('').length < EVERY_CHARS) {
      return;
    }
    levels[level] = [];
    await add(level + 1, { level: level + 1, summaries: above });
  }
  for (const turn of turns) {
    open.push(turn);
    if (open.reduce((sum, one) => sum + sizeOf(one), 0) < EVERY_CHARS) {
      continue;
    }
    await add(1, { level: 1, turns: open });
    open = [];
  }
  return costs;
}

/** The whole conversation so far is condensed again at each question. */
export function costOfWhole(turns: readonly Turn[]): Costs {
  let read = 0;
  let tokens = 0;
  for (const turn of turns) {
    read += estimateTokens(formatTurn(turn));
    tokens += promptTokens + read + answerTokens;
  }
  return { calls: turns.length, tokens };
}

/** Each message is condensed by itself. Tool calls are read with the answer they led to. */
export function costOfMessages(turns: readonly Turn[]): Costs {
  const read = turns.reduce((sum, turn) => sum + estimateTokens(formatTurn(turn)), 0);
  const calls = turns.length * 2;
  return { calls, tokens: read + calls * (promptTokens + answerTokens) };
}

export function sumOf(all: readonly Costs[]): Costs {
  const sum = { calls: 0, tokens: 0 };
  for (const { calls, tokens } of all) {
    sum.calls += calls;
    sum.tokens += tokens;
  }
  return sum;
}

function countingModel(costs: Costs): LanguageModel {
  return {
    id: 'counting',
    maxInputTokens: 1_048_576,
    maxOutputTokens: 65_536,
    async *stream() {},
    async generate(request, schema) {
      const usage = { inputTokens: estimateRequest(request), outputTokens: answerTokens };
      costs.calls++;
      costs.tokens += usage.inputTokens + usage.outputTokens;
      return { value: schema.parse(answer), usage };
    },
  };
}
