import type { ChatMessage, TextPart, ToolCallPart, ToolDeclaration, ToolResultPart } from '../languageModel.ts';
import { type GeminiSchema, toGeminiParameters } from './geminiSchema.ts';

export interface GeminiPart {
  text?: string;
  thoughtSignature?: string;
  functionCall?: { name: string; args: Record<string, unknown>; id?: string };
  functionResponse?: { name: string; response: Record<string, unknown>; id?: string };
}

export interface GeminiContent {
  role: 'user' | 'model';
  parts: GeminiPart[];
}

export interface GeminiFunction {
  name: string;
  description: string;
  parameters?: GeminiSchema;
}

/** What Gemini said beside a call and wants to hear again with it. */
export interface CallTrace {
  thoughtSignature?: string;
  id?: string;
}

/** Google's documented stand-in for a call whose signature is not known: made by another model, or before a restart. */
export const unknownSignature = 'skip_thought_signature_validator';

type Turn = { role: 'user' | 'model'; parts: (TextPart | ToolCallPart | ToolResultPart)[] };

/** System messages apart, because Gemini takes them in a field of their own. */
export function toSystemInstruction(messages: readonly ChatMessage[]): string | undefined {
  const texts = messages
    .filter(message => message.role === 'system')
    .flatMap(message => message.parts)
    .flatMap(part => (part.type === 'text' && part.text !== '' ? [part.text] : []));
  return texts.length > 0 ? texts.join('\n\n') : undefined;
}

/**
 * Gemini is strict about the order: turns alternate, calls follow a user turn, and each call is answered in the very
 * next turn. Histories are not (they get trimmed, cancelled, merged), so gaps are filled and strays become text.
 */
export function toContents(
  messages: readonly ChatMessage[],
  traceOf: (callId: string) => CallTrace | undefined,
  needsSignature: boolean,
): GeminiContent[] {
  const turns = toTurns(messages);
  const names = new Map(turns.flatMap(turn => turn.parts.filter(isCall)).map(call => [call.callId, call.name]));
  if (turns[0]?.role === 'model') {
    turns.unshift(userTurn('(The conversation before this was left out.)'));
  }
  const contents: GeminiContent[] = [];
  let open: ToolCallPart[] = [];
  for (const turn of turns) {
    if (turn.role === 'model') {
      contents.push({ role: 'model', parts: modelParts(turn, traceOf, needsSignature) });
      open = turn.parts.filter(isCall);
    } else {
      contents.push({ role: 'user', parts: userParts(turn, open, names, traceOf) });
      open = [];
    }
  }
  if (open.length > 0) {
    contents.push({ role: 'user', parts: userParts(userTurn(''), open, names, traceOf) });
  }
  return contents;
}

export function toFunctions(tools: readonly ToolDeclaration[]): GeminiFunction[] {
  const byName = new Map(tools.map(tool => [tool.name, tool]));
  return [...byName.values()].map(({ name, description, inputSchema }) => {
    const parameters = toGeminiParameters(inputSchema);
    return { name, description, ...(parameters && { parameters }) };
  });
}

function toTurns(messages: readonly ChatMessage[]): Turn[] {
  const turns: Turn[] = [];
  for (const message of messages) {
    if (message.role === 'system') {
      continue;
    }
    for (const part of message.parts) {
      if (part.type === 'text' && part.text === '') {
        continue;
      }
      const role = roleOf(message, part);
      const last = turns.at(-1);
      if (last?.role === role) {
        last.parts.push(part);
      } else {
        turns.push({ role, parts: [part] });
      }
    }
  }
  return turns;
}

function roleOf(message: ChatMessage, part: ChatMessage['parts'][number]): Turn['role'] {
  if (part.type === 'toolCall') {
    return 'model';
  }
  if (part.type === 'toolResult') {
    return 'user';
  }
  return message.role === 'assistant' ? 'model' : 'user';
}

function modelParts(turn: Turn, traceOf: (callId: string) => CallTrace | undefined, sign: boolean): GeminiPart[] {
  let first = true;
  return turn.parts.flatMap((part): GeminiPart[] => {
    if (part.type === 'text') {
      return [{ text: part.text }];
    }
    if (part.type !== 'toolCall') {
      return [];
    }
    const trace = traceOf(part.callId);
    // Of calls made at once only the first is signed.
    const thoughtSignature = trace?.thoughtSignature ?? (sign && first ? unknownSignature : undefined);
    first = false;
    return [
      {
        functionCall: { name: part.name, args: part.arguments, ...(trace?.id && { id: trace.id }) },
        ...(thoughtSignature && { thoughtSignature }),
      },
    ];
  });
}

function userParts(
  turn: Turn,
  open: readonly ToolCallPart[],
  names: ReadonlyMap<string, string>,
  traceOf: (callId: string) => CallTrace | undefined,
): GeminiPart[] {
  const results = turn.parts.filter(part => part.type === 'toolResult');
  const used = new Set<ToolResultPart>();
  const responses = open.map((call): GeminiPart => {
    const result = results.find(({ callId }) => callId === call.callId);
    if (result) {
      used.add(result);
    }
    const id = traceOf(call.callId)?.id;
    const output = result?.text ?? '(no result: the call was not finished)';
    return { functionResponse: { name: call.name, response: { output }, ...(id && { id }) } };
  });
  const rest = turn.parts.flatMap((part): GeminiPart[] => {
    if (part.type === 'text' && part.text !== '') {
      return [{ text: part.text }];
    }
    if (part.type !== 'toolResult' || used.has(part)) {
      return [];
    }
    return [{ text: `Result of ${names.get(part.callId) ?? 'an earlier tool call'}:\n${part.text}` }];
  });
  return [...responses, ...rest];
}

function userTurn(text: string): Turn {
  return { role: 'user', parts: [{ type: 'text', text }] };
}

function isCall(part: Turn['parts'][number]): part is ToolCallPart {
  return part.type === 'toolCall';
}
