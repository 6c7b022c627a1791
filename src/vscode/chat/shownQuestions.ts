import * as vscode from 'vscode';
import type { ShownQuestion } from '../../memory/record/chatTurns.ts';
import { answerMetadataSchema } from './chatRequest.ts';

/** What a chat shows of `@memory`, by the names under which it may be recorded. */
export function shownQuestions(history: vscode.ChatContext['history']): ShownQuestion[] {
  const shown: ShownQuestion[] = [];
  for (const turn of history) {
    if (turn instanceof vscode.ChatRequestTurn) {
      // Not in the stable types, so only looked for.
      const id: unknown = Reflect.get(turn, 'id');
      shown.push({ ref: undefined, request_id: typeof id === 'string' ? id : undefined });
      continue;
    }
    const { conversation_id, turn_index } = answerMetadataSchema.safeParse(turn.result.metadata).data ?? {};
    const question = shown.at(-1);
    if (question && conversation_id !== undefined && turn_index !== undefined) {
      question.ref = { conversation_id, turn_index };
    }
  }
  return shown;
}
