import { costOfLayers, costOfMessages, costOfWhole, makeConversations, sizeOf, sumOf } from './costs.ts';
import { report, sayCount } from './measure.ts';

const MILLION = 1_000_000;

const ways = {
  'in layers (Strata)': costOfLayers,
  'all again at each question': costOfWhole,
  'each message': costOfMessages,
};

const group = 'Summarising a million characters, by length of conversation';
for (const [name, costOf] of Object.entries(ways)) {
  const calls: Record<string, number> = {};
  const tokens: Record<string, number> = {};
  for (const length of [20_000, 100_000, MILLION]) {
    const conversations = makeConversations(MILLION, length);
    const costs = sumOf(await Promise.all(conversations.map(async turns => costOf(turns))));
    const share = MILLION / conversations.flat().reduce((sum, turn) => sum + sizeOf(turn), 0);
    calls[sayCount(length)] = Math.round(costs.calls * share);
    tokens[sayCount(length)] = (costs.tokens * share) / MILLION;
  }
  report(group, name, 'calls', calls);
  report(group, `${name}, tokens`, 'M', tokens);
}
