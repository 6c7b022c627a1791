import type { Message, ToolUse, Turn } from '../turn/turn.ts';

/** People and models count turns from 1; stores and evidence from 0. */
export const shownTurn = (turn_index: number): number => turn_index + 1;
export const turnIndexOf = (shown: number): number => shown - 1;

/** The text that a level 1 summary condenses, and that its sentences are checked against. Nothing is cut. */
export function formatTurn(turn: Turn): string {
  const { user, assistant, tools } = turn;
  const attached = user.references.map(({ path, start_line }) => (start_line ? `${path}:${start_line}` : path));
  return [
    `Turn ${shownTurn(turn.turn_index)}:`,
    `User: ${user.content || '(no words)'}`,
    ...(attached.length > 0 ? [`(attached: ${attached.join(', ')})`] : []),
    `Assistant: ${sayAnswer(assistant)}`,
    ...(assistant?.reasoning ? [`Reasoning: ${assistant.reasoning}`] : []),
    ...(tools.length > 0 ? ['Tools:', ...tools.flatMap(sayTool)] : []),
  ].join('\n');
}

function sayAnswer(assistant: Message | undefined): string {
  if (!assistant) {
    return '(no answer was recorded)';
  }
  const { content, status, error } = assistant;
  const ending =
    status === 'failed' ? [`(failed${error ? `: ${error}` : ''})`] : status === 'cancelled' ? ['(cancelled)'] : [];
  return [...(content ? [content] : []), ...ending].join('\n') || '(empty answer)';
}

function sayTool({ call, result }: ToolUse): string[] {
  const told = result?.error ?? result?.result ?? '(no result was recorded)';
  return [
    ...(call.reasoning ? [call.reasoning] : []),
    `${call.tool_name}(${sayArguments(call.arguments)})`,
    `→ ${call.success ? 'Success' : 'Error'}: ${told}`,
  ];
}

/** As `path="src/upload.ts", startLine=47`. Texts stand as they are, so that what they name can be found again. */
export function sayArguments(value: unknown): string {
  return isRecord(value) ? sayFields(value, '=') : value === undefined || value === null ? '' : sayValue(value);
}

function sayFields(value: Record<string, unknown>, between: string): string {
  return Object.entries(value)
    .map(([key, field]) => `${key}${between}${sayValue(field)}`)
    .join(', ');
}

function sayValue(value: unknown): string {
  if (typeof value === 'string') {
    return `"${value}"`;
  }
  if (Array.isArray(value)) {
    return `[${value.map(sayValue).join(', ')}]`;
  }
  return isRecord(value) ? `{${sayFields(value, ': ')}}` : String(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
