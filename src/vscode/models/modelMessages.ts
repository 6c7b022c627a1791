import * as vscode from 'vscode';
import type { ChatMessage, ToolDeclaration } from '../../llm/languageModel.ts';

/** VS Code's messages in the form of our port. Parts of kinds that are not known are left out. */
export function toChatMessages(messages: readonly vscode.LanguageModelChatRequestMessage[]): ChatMessage[] {
  return messages.map(message => ({
    role: message.role === vscode.LanguageModelChatMessageRole.Assistant ? 'assistant' : 'user',
    parts: message.content.flatMap((part): ChatMessage['parts'] => {
      if (part instanceof vscode.LanguageModelTextPart) {
        return [{ type: 'text', text: part.value }];
      }
      if (part instanceof vscode.LanguageModelDataPart) {
        const text = textOfData(part);
        return text === '' ? [] : [{ type: 'text', text }];
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

/** All that will be sent of it, tool calls too. */
export function countedText(message: vscode.LanguageModelChatRequestMessage): string {
  const calls = message.content.filter(part => part instanceof vscode.LanguageModelToolCallPart);
  return [textOf(message), ...calls.map(({ name, input }) => `${name} ${JSON.stringify(input)}`)].join('\n');
}

function textOfParts(parts: readonly unknown[]): string {
  return parts
    .map(part => {
      if (part instanceof vscode.LanguageModelTextPart) {
        return part.value;
      }
      if (part instanceof vscode.LanguageModelDataPart) {
        return textOfData(part);
      }
      if (part instanceof vscode.LanguageModelPromptTsxPart) {
        return JSON.stringify(part.value) ?? '';
      }
      return part instanceof vscode.LanguageModelToolResultPart ? textOfParts(part.content) : '';
    })
    .filter(text => text !== '')
    .join('\n');
}

/** A model that only reads text is told of a picture; marks that other extensions put between are not for it. */
function textOfData({ data, mimeType }: vscode.LanguageModelDataPart): string {
  if (mimeType.startsWith('image/')) {
    return '(a picture was left out)';
  }
  return /^text\/|[/+]json\b/.test(mimeType) ? new TextDecoder().decode(data) : '';
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
