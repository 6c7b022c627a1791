import assert from 'node:assert/strict';
import {
  type ChatMessage,
  ModelError,
  type ModelErrorReason,
  type TextPart,
  type ToolCallPart,
} from '../../src/llm/languageModel.ts';

export function userSays(text: string): ChatMessage {
  return { role: 'user', parts: [{ type: 'text', text }] };
}

export async function collect<T>(parts: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const part of parts) {
    all.push(part);
  }
  return all;
}

export function textOf(parts: (TextPart | ToolCallPart)[]): string {
  return parts.map(part => (part.type === 'text' ? part.text : '')).join('');
}

export function callsIn(parts: (TextPart | ToolCallPart)[]): ToolCallPart[] {
  return parts.filter(part => part.type === 'toolCall');
}

/** For `assert.rejects`. */
export function failsWith(reason: ModelErrorReason, message?: RegExp): (error: unknown) => true {
  return error => {
    assert.ok(error instanceof ModelError, String(error));
    assert.equal(error.reason, reason, error.message);
    if (message) {
      assert.match(error.message, message);
    }
    return true;
  };
}
