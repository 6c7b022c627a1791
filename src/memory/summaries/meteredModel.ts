import { type GenerateRequest, isModelError, type LanguageModel, ModelError } from '../../llm/languageModel.ts';
import { estimateTokens } from '../../model/tokens.ts';
import type { Budget } from './budget.ts';
import type { Pace } from './pace.ts';

/** Thrown instead of asking the model. */
export class BudgetSpentError extends ModelError {
  constructor() {
    super('quota', "Today's token budget for background work is spent.");
    this.name = 'BudgetSpentError';
  }
}

/** What an answer in a shape usually takes, thoughts included. */
export const ANSWER_TOKENS = 1000;

/** With these no tokens are charged; a bad, blocked or late answer has been paid for. */
const free: readonly string[] = ['quota', 'network', 'server', 'bad-key', 'not-found', 'bad-request'];

/** The same model for background work: each call waits for its turn and is paid from the day's budget. */
export function meterModel(model: LanguageModel, { pace, budget }: { pace: Pace; budget: Budget }): LanguageModel {
  return {
    id: model.id,
    maxInputTokens: model.maxInputTokens,
    maxOutputTokens: model.maxOutputTokens,
    stream: (request, signal) => model.stream(request, signal),
    async generate(request, schema, signal) {
      await pace.turn(signal);
      const reserved = await budget.reserve(estimateRequest(request) + ANSWER_TOKENS);
      if (!reserved) {
        throw new BudgetSpentError();
      }
      const answer = await model.generate(request, schema, signal).catch(async error => {
        if (isModelError(error) && free.includes(error.reason)) {
          await reserved.settle(0);
        }
        throw error;
      });
      await reserved.settle(answer.usage.inputTokens + answer.usage.outputTokens);
      return answer;
    },
  };
}

export function estimateRequest({ messages }: GenerateRequest): number {
  const texts = messages.flatMap(({ parts }) => parts.map(part => (part.type === 'text' ? part.text : '')));
  return estimateTokens(texts.join('\n'));
}
