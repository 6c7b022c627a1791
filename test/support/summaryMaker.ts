import type { Material } from '../../src/llm/summarizer.ts';
import type { SummaryMaker } from '../../src/memory/summaries/layers.ts';
import type { SummaryContent } from '../../src/model/summary/summary.ts';

export function makeContent(given: Partial<SummaryContent> = {}): SummaryContent {
  return {
    conversation_summary: 'The user asked.',
    actions_summary: '',
    key_findings: [],
    tools_used: [],
    files_mentioned: [],
    scopes_mentioned: [],
    topics: [],
    evidence: [],
    ...given,
  };
}

/** Says which units it was given, padded to a length that depends on them alone. */
export function plainMaker(length: (material: Material) => number = () => 500): SummaryMaker & { calls: number } {
  return {
    calls: 0,
    async summarize(material) {
      this.calls++;
      const text =
        'turns' in material
          ? `Turns ${material.turns.map(turn => turn.turn_index).join(' ')}.`
          : `Of ${material.summaries.map(({ start_turn, end_turn }) => `${start_turn}-${end_turn}`).join(' ')}.`;
      const content = makeContent({ conversation_summary: text.padEnd(length(material), '.') });
      return { condensed: { content }, made_by: 'test', prompt_version: '1', provisional: false };
    },
  };
}
