import type { Evidence, Summary } from '../../src/model/summary/summary.ts';
import type { Turn } from '../../src/model/turn/turn.ts';
import { at, makeStoredTurn, type StoredTurnOptions } from './builders.ts';

/** Turns in their order, numbered from 0. */
export function makeStoredTurns(given: StoredTurnOptions[]): Turn[] {
  return given.map((options, turn_index) => ({ ...makeStoredTurn(options), turn_index }));
}

/** A summary as a store gives it back. */
export function makeStoredSummary(given: Partial<Summary> = {}): Summary {
  const { conversation_summary = 'The user asked why the upload stalls.', actions_summary = '' } = given;
  return {
    uuid: 's1',
    conversation_id: 'c1',
    level: 1,
    conversation_summary,
    actions_summary,
    key_findings: [],
    tools_used: [],
    char_range_start: 0,
    char_range_end: 10_000,
    start_turn: 0,
    end_turn: 4,
    summary_char_count: conversation_summary.length + actions_summary.length,
    token_count: Math.ceil((conversation_summary.length + actions_summary.length) / 4),
    source_type: 'MESSAGE',
    parent_summaries: [],
    evidence: [],
    made_by: 'offline',
    prompt_version: 'offline-1',
    created_at: at('2026-03-04T14:30:00Z'),
    provisional: false,
    ...given,
  };
}

export function supportedBy(sentence: string, ...turns: number[]): Evidence {
  return { sentence, turns, supported: true };
}
