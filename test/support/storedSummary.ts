import type { Summary, SummaryContent } from '../../src/model/summary/summary.ts';
import { makeStoredSummary } from './summaries.ts';

/** What a summariser said, as a store gives it back. */
export function summaryOf(content: SummaryContent, start_turn: number, end_turn: number, level = 1): Summary {
  const { conversation_summary, actions_summary, key_findings, tools_used, evidence } = content;
  return makeStoredSummary({
    uuid: `s${level}-${start_turn}-${end_turn}`,
    level,
    conversation_summary,
    actions_summary,
    key_findings,
    tools_used,
    evidence,
    start_turn,
    end_turn,
    source_type: level === 1 ? 'MESSAGE' : 'SUMMARY',
  });
}
