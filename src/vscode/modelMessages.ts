import * as vscode from 'vscode';
import type { ChatMessage, ToolDeclaration } from '../llm/languageModel.ts';

/** VS Code's messages in the form of our port. Parts of kinds that are not known are left out. */
export function toChatMessages(messages: readonly vscode.LanguageModelChatRequestMessage[]): ChatMessage[] {
  return messages.map(message => ({
    role: message.role === vscode.LanguageModelChatMessageRole.Assistant ? 'assistant' : 'user',
    parts: message.content.flatMap((part): ChatMessage['parts'] => {
      if (part instanceof vscode.LanguageModelTextPart) {
        return [{ type: 'text', text: part.value }];
      }
      if (part instanceof vscode.LanguageModelToolCallPart) {
        return [{ type: 'toolCall', callId: part.callId, name: part.name, arguments: { ...part.input } }];
      }
      if (part instanceof vscode.LanguageModelToolResultPart) {
        return [{ type: 'toolResult', callId: part.callId, text: textOfParts(part.content) }];
      }
      return [];
    }),
  }));
}

export function toToolDeclarations(tools: readonly vscode.LanguageModelChatTool[]): ToolDeclaration[] {
  return tools.map(({ name, description, inputSchema }) => ({
    name,
    description,
    ...(inputSchema ? { inputSchema } : {}),
  }));
}

export function textOf(message: vscode.LanguageModelChatRequestMessage): string {
  return textOfParts(message.content);
}

function textOfParts(parts: readonly unknown[]): string {
  return parts
    .map(part => {
      if (part instanceof vscode.LanguageModelTextPart) {
        return part.value;
      }
      return part instanceof vscode.LanguageModelToolResultPart ? textOfParts(part.content) : '';
    })
    .filter(text => text !== '')
    .join('\n');
}

/** A signal that follows the token until it is disposed. */
export function abortSignalOf(token: vscode.CancellationToken): { signal: AbortSignal } & Disposable {
  const controller = new AbortController();
  if (token.isCancellationRequested) {
    controller.abort();
  }
  const listener = token.onCancellationRequested(() => controller.abort());
  return { signal: controller.signal, [Symbol.dispose]: () => listener.dispose() };
}
