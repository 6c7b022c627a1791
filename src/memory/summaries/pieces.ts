import type { Material } from '../../llm/summarizer.ts';
import { findingEvidence, sentenceEvidence } from '../../model/summary/evidence.ts';
import type { Evidence, Summary, SummaryContent } from '../../model/summary/summary.ts';
import { formatTurn, shownTurn } from '../../model/text/turnText.ts';
import type { Turn } from '../../model/turn/turn.ts';
import { cutMiddle, firstLine } from '../../util/text.ts';
import { splitText } from './splitText.ts';

/** The prompt says what it means. */
const UNCONFIRMED = '[unconfirmed]';

export function turnsOf(material: Material): readonly Turn[] {
  return 'turns' in material ? material.turns : [];
}

export function summariesOf(material: Material): readonly Summary[] {
  return 'summaries' in material ? material.summaries : [];
}

/** A file that was read or a long log would cost more than all that was said about it. */
const TOOL_CHARS_GIVEN = 4000;

/** What was said stands in full. Of what tools took and gave, long texts show both ends and tell how much is left out. */
function recordOf(turn: Turn): string {
  const tools = turn.tools.map(({ call, result }) => ({
    call: { ...call, arguments: withShortTexts(call.arguments) },
    result: result && { ...result, result: cutMiddle(result.result, TOOL_CHARS_GIVEN) },
  }));
  return formatTurn({ ...turn, tools });
}

function withShortTexts(value: unknown): unknown {
  if (typeof value === 'string') {
    return cutMiddle(value, TOOL_CHARS_GIVEN);
  }
  if (Array.isArray(value)) {
    return value.map(withShortTexts);
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, withShortTexts(field)]));
}

/** One text for each turn or summary. */
export function piecesOf(material: Material): string[] {
  return [...turnsOf(material).map(recordOf), ...summariesOf(material).map(formatSummary)];
}

/** Each turn's text, for checking what rests on it; above L1 what the summaries below say of the turn. */
export function sourceOf(material: Material): Map<number, string> {
  const source = new Map(turnsOf(material).map(turn => [turn.turn_index, formatTurn(turn)]));
  for (const summary of summariesOf(material)) {
    for (const { sentence, turns } of confirmed(summary)) {
      for (const turn of turns) {
        source.set(turn, `${source.get(turn) ?? ''}\n${sentence}`);
      }
    }
  }
  return source;
}

/** What a model reads of a summary: each sentence with its turns, numbered as people count. */
export function formatSummary(summary: Summary): string {
  const { start_turn, end_turn, tools_used } = summary;
  return formatContent(`Summary of turns ${shownTurn(start_turn)} to ${shownTurn(end_turn)}:`, summary, tools_used);
}

export function formatContent(
  title: string,
  content: Pick<SummaryContent, 'evidence' | 'conversation_summary' | 'actions_summary' | 'key_findings'>,
  tools: readonly string[] = [],
): string {
  const sentences = sentenceEvidence(content).map(each => `- ${each.sentence} ${turnsIn(each)}`);
  const texts = [content.conversation_summary, content.actions_summary].filter(Boolean);
  return [
    title,
    ...(sentences.length > 0 ? sentences : texts),
    ...content.key_findings.map(finding => {
      const evidence = findingEvidence(content, finding);
      return `Finding: ${finding}${evidence ? ` ${turnsIn(evidence)}` : ''}`;
    }),
    ...(tools.length > 0 ? [`Tools: ${tools.join(', ')}`] : []),
  ].join('\n');
}

function turnsIn({ turns, supported }: Evidence): string {
  return supported ? `[${turns.map(shownTurn).join(', ')}]` : UNCONFIRMED;
}

/** A sentence without support cannot support another; without any evidence the texts stand for all the turns. */
function confirmed(summary: Summary): { sentence: string; turns: number[] }[] {
  if (sentenceEvidence(summary).length > 0) {
    return summary.evidence.filter(({ supported }) => supported);
  }
  const turns = Array.from({ length: summary.end_turn - summary.start_turn + 1 }, (_, at) => summary.start_turn + at);
  return [{ sentence: `${summary.conversation_summary}\n${summary.actions_summary}`, turns }];
}

/** What a finding may rest on: all that was shown as confirmed. */
export function confirmedText(pieces: readonly string[]): string {
  const lines = pieces.join('\n').split('\n');
  return lines.filter(line => !line.endsWith(UNCONFIRMED)).join('\n');
}

/** Groups that each fit into `room` characters. What is longer is split; every character is in exactly one group. */
export function packPieces(pieces: readonly string[], room: number): string[][] {
  const fitting = pieces.flatMap(piece => (piece.length <= room ? [piece] : labelled(piece, room)));
  const groups: string[][] = [];
  let left = 0;
  for (const piece of fitting) {
    if (groups.length === 0 || piece.length + 2 > left) {
      groups.push([]);
      left = room;
    }
    groups.at(-1)?.push(piece);
    left -= piece.length + 2;
  }
  return groups;
}

/** Every part but the first says which turn it goes on with. */
function labelled(piece: string, room: number): string[] {
  const title = firstLine(piece);
  const parts = splitText(piece, Math.max(1, room - title.length - 40));
  return parts.map((part, at) => (at === 0 ? part : `${title} (goes on, part ${at + 1} of ${parts.length})\n${part}`));
}
