import type { LevelStatistics } from '../../model/summary/summary.ts';
import type { ConversationCount } from '../../store/conversationStore.ts';
import { sayDate } from '../../util/dates.ts';
import { plural, sayCount } from '../../util/text.ts';
import { escapeMarkdown } from '../markdown/markdown.ts';

export interface StatisticsParts {
  name: string;
  totals: ConversationCount;
  /** One entry a stretch of time, e.g. all time and the last 30 days. */
  periods: { name: string; levels: LevelStatistics[] }[];
  uncovered: { conversations: number; chars: number };
  maker: string;
  tokensToday: number;
  dailyTokens: number;
  waiting: number;
  dead: number;
  now: Date;
}

/** The numbers of the layers, as a Markdown page. */
export function statisticsText(parts: StatisticsParts): string {
  const { totals, uncovered, now } = parts;
  const when = (stored: string) => sayDate(new Date(stored), now);
  const tables = parts.periods.map(({ name, levels }) => {
    const rows = levels.map(
      ({ level, count, provisional, oldest, newest }) =>
        `| L${level} | ${count} | ${provisional} | ${when(oldest)} | ${when(newest)} |`,
    );
    const table = ['| level | summaries | provisional | oldest | newest |', '|---|---|---|---|---|', ...rows].join(
      '\n',
    );
    return `## Summaries, ${name}\n\n${levels.length === 0 ? 'None.' : table}`;
  });
  return `# Statistics of ${escapeMarkdown(parts.name)}

${plural(totals.turns, 'turn')} in ${plural(totals.conversations, 'conversation')}. ${
    uncovered.chars === 0
      ? 'All of them are in a summary.'
      : `${sayCount(uncovered.chars)} characters in ${plural(uncovered.conversations, 'conversation')} are not in a summary yet.`
  }

${tables.join('\n\n')}

## Background work

Summaries are written by **${escapeMarkdown(parts.maker)}**. Tokens spent today: ${sayCount(parts.tokensToday)} of ${sayCount(parts.dailyTokens)}. ${plural(parts.waiting, 'job')} waiting, ${parts.dead} failed.
`;
}
