import type { Piece } from '../../../../src/memory/context/prompt/piece.ts';
import type { Summary } from '../../../../src/model/summary/summary.ts';
import { at } from '../../../support/builders.ts';

let counter = 0;

export function makePiece(given: Partial<Piece> = {}): Piece {
  const turn_index = counter++;
  return {
    item: { conversation_id: 'c1', turn_index },
    block: 'past',
    level: 0,
    label: 'Why does the upload stall?',
    conversation_id: 'c1',
    conversation_title: 'Retry policy',
    start_turn: turn_index,
    end_turn: turn_index,
    timestamp: at('2026-11-04T14:30:00'),
    files: [],
    pinned: false,
    texts: ['[Turn 1]\nUser: why?'],
    ...given,
  };
}

/** A summary as a store gives it back. */
export function makeStoredSummary(given: Partial<Summary> = {}): Summary {
  return {
    uuid: `s${counter++}`,
    conversation_id: 'c1',
    level: 1,
    conversation_summary: 'The user asked why uploads stall, so I found the reused socket.',
    actions_summary: '',
    key_findings: [],
    tools_used: [],
    char_range_start: 0,
    char_range_end: 10_000,
    start_turn: 0,
    end_turn: 4,
    summary_char_count: 60,
    token_count: 15,
    source_type: 'MESSAGE',
    parent_summaries: [],
    evidence: [],
    made_by: 'offline',
    prompt_version: '1',
    created_at: at('2026-11-04T14:30:00'),
    provisional: false,
    ...given,
  };
}
