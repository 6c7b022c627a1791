import type { Conversation } from '../../model/conversation.ts';
import type { Summary } from '../../model/summary/summary.ts';
import { filesOfTools } from '../../model/turn/toolFiles.ts';
import type { ToolUse, Turn } from '../../model/turn/turn.ts';
import { sayTurns } from '../../model/turn/turnSpan.ts';
import { sayDate } from '../../util/dates.ts';
import { plural, sayCount } from '../../util/text.ts';
import { codeBlock, codeSpan, escapeMarkdown, quietMarkdown, quoteMarkdown } from '../markdown/markdown.ts';
import { type HrefOf, linkFiles } from '../mentions/linkFiles.ts';
import { summaryLabel } from '../summaries/summaryLabel.ts';

/** The heading of a turn; its slug is what a link into a transcript names. */
export function turnAnchor(turn_index: number): string {
  return `turn-${turn_index + 1}`;
}

/** Where summaries begin and end is shown by bars; `link` tells where the page of one is. */
export interface TranscriptLayers {
  summaries: readonly Summary[];
  link: (summary: Summary) => string;
  /** Where a file that a turn mentions is. */
  file?: (turn_index: number) => HrefOf;
}

/** A conversation as a Markdown document: the person's words quoted, the answer, reasoning and tools folded. */
export function renderTranscript(
  conversation: Conversation,
  turns: readonly Turn[],
  now: Date,
  layers?: TranscriptLayers,
): string {
  return joinTranscript([...transcriptBlocks(conversation, turns, now, layers)]);
}

export function joinTranscript(blocks: readonly string[]): string {
  return `${blocks.join('\n\n')}\n`;
}

/** The blocks of a transcript one by one, for who does other things in between; `said` makes the long one of a turn. */
export function* transcriptBlocks(
  conversation: Conversation,
  turns: readonly Turn[],
  now: Date,
  layers?: TranscriptLayers,
  said = (turn: Turn) => renderSaid(turn, layers?.file?.(turn.turn_index)),
): Generator<string> {
  const models = [...new Set(turns.map(turn => turn.assistant?.model).filter(model => model != null))];
  const facts = [
    sayDate(new Date(conversation.created_at), now),
    plural(conversation.turn_count, 'turn'),
    `${sayCount(conversation.total_chars)} characters`,
    `from ${conversation.source === 'memory' ? '@memory' : conversation.source}`,
    ...(models.length > 0 ? [models.join(', ')] : []),
    ...(conversation.status === 'archived' ? ['archived'] : []),
  ];
  yield `# ${escapeMarkdown(conversation.title)}\n\n${facts.map(escapeMarkdown).join(' · ')}`;
  const beginning = Map.groupBy(layers?.summaries ?? [], ({ start_turn }) => start_turn);
  const ending = Map.groupBy(layers?.summaries ?? [], ({ end_turn }) => end_turn);
  for (const turn of turns.filter(turn => !isLost(turn))) {
    yield `---\n\n## Turn ${turn.turn_index + 1}`;
    yield* renderBeginnings(beginning.get(turn.turn_index), layers);
    yield `*${sayDate(new Date(turn.user.timestamp), now)}*`;
    yield said(turn);
    yield* renderEnds(ending.get(turn.turn_index));
  }
}

/** The broadest first. Below the turn's heading, so that who jumps to the turn sees them. */
function renderBeginnings(summaries: readonly Summary[] = [], layers?: TranscriptLayers): string[] {
  const bars = summaries
    .toSorted((a, b) => b.level - a.level)
    .map(summary => {
      const label = escapeMarkdown(summaryLabel(summary));
      const page = layers ? `[${label}](${layers.link(summary)})` : label;
      return `▛ **L${summary.level}** · ${sayTurns(summary)} · ${page}${summary.provisional ? ' · provisional' : ''}`;
    });
  return asBlock(bars);
}

function renderEnds(summaries: readonly Summary[] = []): string[] {
  const bars = summaries
    .toSorted((a, b) => a.level - b.level)
    .map(summary => `▙ **L${summary.level}** · ${sayTurns(summary)}`);
  return asBlock(bars);
}

/** Close together, one a line. */
function asBlock(lines: readonly string[]): string[] {
  return lines.length > 0 ? [lines.join('\\\n')] : [];
}

/** What was said and done in a turn. It reads the same whenever it is read, and wherever the turn stands. */
export function renderSaid(turn: Turn, hrefOf?: HrefOf): string {
  const blocks = [turn.user.content === '' ? '> *(no words)*' : quoteMarkdown(turn.user.content)];
  if (turn.user.references.length > 0) {
    blocks.push(`Attached: ${turn.user.references.map(sayReference).join(', ')}`);
  }
  if (turn.assistant?.reasoning) {
    blocks.push(fold('Reasoning', quietMarkdown(turn.assistant.reasoning)));
  }
  for (const tool of turn.tools) {
    blocks.push(renderTool(tool, hrefOf));
  }
  if (turn.assistant?.reasoning || turn.tools.length > 0) {
    // A fold has no margin; without this the answer sticks to it.
    blocks.push('<p></p>');
  }
  blocks.push(...renderAnswer(turn));
  if (turn.withdrawn) {
    blocks.push('*Taken back: it was edited, asked again or removed in chat. Memory does not use it.*');
  }
  const text = blocks.join('\n\n');
  return hrefOf ? linkFiles(text, hrefOf) : text;
}

/** Asked, and lost before the chat kept it: nobody could miss it. */
const isLost = ({ withdrawn, assistant }: Turn) => withdrawn && !assistant;

function renderAnswer({ assistant }: Turn): string[] {
  if (!assistant) {
    return ['*No answer was recorded: the window was closed, or the answer is still being written.*'];
  }
  const blocks = assistant.content === '' ? [] : [quietMarkdown(assistant.content)];
  if (assistant.status === 'cancelled') {
    blocks.push('*Cancelled here.*');
  }
  if (assistant.status === 'failed') {
    blocks.push(`*The answer failed${assistant.error ? `: ${escapeMarkdown(assistant.error)}` : '.'}*`);
  }
  return blocks.length > 0 ? blocks : ['*(empty answer)*'];
}

function renderTool(tool: ToolUse, hrefOf?: HrefOf): string {
  const { call } = tool;
  const time = call.duration_ms === null ? '' : ` · ${sayDuration(call.duration_ms)}`;
  return fold(`${call.success ? '✓' : '✗'} ${escapeHtml(call.tool_name)}${time}`, renderCall(tool, hrefOf));
}

function renderCall({ call, result }: ToolUse, hrefOf?: HrefOf): string {
  // Code blocks hold no links, so the files stand above them.
  const files = filesOfTools([call.arguments]).filter(path => hrefOf?.({ path }) !== undefined);
  const parts = [
    ...(files.length > 0 ? [files.map(codeSpan).join(', ')] : []),
    ...(call.reasoning ? [quietMarkdown(call.reasoning)] : []),
    codeBlock(JSON.stringify(call.arguments, null, 2) ?? 'null', 'json'),
    ...(result ? renderResult(result) : ['*No result was recorded.*']),
  ];
  return parts.join('\n\n');
}

/** One tool call as a page of its own: the reasoning that led to it, its arguments and its result. */
export function renderToolPage(tool: ToolUse, now: Date): string {
  const { call } = tool;
  const facts = [
    sayDate(new Date(call.timestamp), now),
    call.success ? 'succeeded' : 'failed',
    ...(call.duration_ms === null ? [] : [sayDuration(call.duration_ms)]),
  ];
  return `# ${escapeMarkdown(call.tool_name)}\n\n${facts.join(' · ')}\n\n${renderCall(tool)}\n`;
}

function renderResult(result: NonNullable<ToolUse['result']>): string[] {
  const text = result.error ?? result.result;
  const cut = result.result_size_bytes > Buffer.byteLength(result.result);
  return [
    codeBlock(text, 'text'),
    ...(cut ? [`*Cut: the result had ${sayCount(result.result_size_bytes)} bytes.*`] : []),
  ];
}

function fold(summary: string, body: string): string {
  return `<details><summary>${summary}</summary>\n\n${body}\n\n</details>`;
}

/** On one line: a blank line would end the HTML around it. */
function escapeHtml(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('$', '&#36;');
}

function sayReference({ path, start_line }: { path: string; start_line?: number | undefined }): string {
  return codeSpan(start_line === undefined ? path : `${path}:${start_line}`);
}

export function sayDuration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
