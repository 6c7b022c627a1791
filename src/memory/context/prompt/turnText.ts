import { sayArguments } from '../../../model/text/turnText.ts';
import type { ToolUse, Turn } from '../../../model/turn/turn.ts';
import { cutMiddle, firstChars, shorten } from '../../../util/text.ts';

const RESULT_CHARS = 200;
const ARGUMENT_CHARS = 300;
const REASONING_CHARS = 1000;

/** A turn as it was said, with the reasoning and the tools that led to its answer. */
export function turnText({ user, assistant, tools }: Turn): string {
  return [
    `User: ${user.content}`,
    ...(assistant?.reasoning ? [`Reasoning: ${cutMiddle(assistant.reasoning, REASONING_CHARS)}`] : []),
    ...(tools.length > 0 ? ['Tools:', ...tools.flatMap(toolLines)] : []),
    assistant ? `Assistant: ${assistant.content}${endedHow(assistant.status)}` : '(no answer was recorded)',
  ].join('\n');
}

/** A turn in few words, for those that stand around what was found. */
export function shortTurnText({ user, assistant }: Turn, chars: number): string {
  const asked = cutMiddle(user.content, Math.floor(chars / 3));
  return assistant
    ? `User: ${asked}\nAssistant: ${cutMiddle(assistant.content, chars - Math.min(asked.length, chars))}`
    : `User: ${asked}\n(no answer was recorded)`;
}

function toolLines({ call, result }: ToolUse): string[] {
  const args = shorten(sayArguments(call.arguments), ARGUMENT_CHARS);
  const outcome = call.success
    ? `→ Success: ${shorten(oneLine(result?.result ?? ''), RESULT_CHARS)}`
    : `→ Error: ${shorten(oneLine(result?.error ?? result?.result ?? ''), RESULT_CHARS)}`;
  return [
    ...(call.reasoning ? [`  ${shorten(oneLine(call.reasoning), REASONING_CHARS)}`] : []),
    `  ${call.tool_name}(${args})`,
    `  ${outcome}`,
  ];
}

function oneLine(text: string): string {
  return firstChars(text, 2 * REASONING_CHARS)
    .replace(/\s+/g, ' ')
    .trim();
}

function endedHow(status: 'complete' | 'failed' | 'cancelled'): string {
  return status === 'complete' ? '' : ` (${status})`;
}
