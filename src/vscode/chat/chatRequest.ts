import { createHash, randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { Reference } from '../../model/turn/turn.ts';
import { firstChars } from '../../util/text.ts';
import { pathOfUri } from '../files/places.ts';

/** What an answer leaves in VS Code's own history, so that the next turn finds its conversation. */
export const answerMetadataSchema = z.object({
  conversation: z.string(),
  conversation_id: z.optional(z.string()),
  turn_index: z.optional(z.number()),
});
export type AnswerMetadata = z.infer<typeof answerMetadataSchema>;

/**
 * The chat session's own id where VS Code tells it (untyped, so only looked for), else the one that an earlier answer
 * in this session carries, else a new one.
 */
export function conversationOf(request: vscode.ChatRequest, context: vscode.ChatContext): string {
  const resource: unknown = Reflect.get(request, 'sessionResource');
  if (resource instanceof vscode.Uri) {
    const name = resource.path.replace(/^\//, '');
    const decoded = Buffer.from(name, 'base64').toString('utf8');
    return /^[\w-]{8,}$/.test(decoded) ? decoded : name;
  }
  return earlierConversation(context) ?? randomUUID();
}

function earlierConversation(context: vscode.ChatContext): string | undefined {
  for (const turn of context.history.toReversed()) {
    if (turn instanceof vscode.ChatResponseTurn) {
      const metadata = answerMetadataSchema.safeParse(turn.result.metadata);
      if (metadata.success) {
        return metadata.data.conversation;
      }
    }
  }
  return undefined;
}

/** VS Code hands the command over apart from the words. */
export function asTyped({ command, prompt }: { command?: string | undefined; prompt: string }): string {
  return command === undefined ? prompt : `/${command} ${prompt}`.trim();
}

/**
 * Names a request so that the same one delivered twice is recorded once. VS Code's own id is not in the stable API;
 * without it, a request equal to one still being answered is taken for the same.
 */
export class RequestIds {
  readonly #underWay = new Map<string, { id: string; count: number }>();

  take(conversation: string, request: vscode.ChatRequest, context: vscode.ChatContext): { id: string } & Disposable {
    const ownId: unknown = Reflect.get(request, 'id');
    if (typeof ownId === 'string' && ownId !== '') {
      return { id: ownId, [Symbol.dispose]() {} };
    }
    const parts = [conversation, context.history.length, request.command, request.prompt];
    const key = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
    const entry = this.#underWay.get(key) ?? { id: randomUUID(), count: 0 };
    entry.count++;
    this.#underWay.set(key, entry);
    return {
      id: entry.id,
      [Symbol.dispose]: () => {
        entry.count--;
        if (entry.count === 0) {
          this.#underWay.delete(key);
        }
      },
    };
  }
}

export interface Attachment {
  reference: Reference;
  uri: vscode.Uri | undefined;
  range: vscode.Range | undefined;
  /** Text that was attached as such. */
  text: string | undefined;
}

export function attachmentsOf(request: vscode.ChatRequest): Attachment[] {
  return request.references.map(({ id, value }) => {
    if (value instanceof vscode.Uri) {
      return { reference: { path: pathOf(value) }, uri: value, range: undefined, text: undefined };
    }
    if (value instanceof vscode.Location) {
      const { uri, range } = value;
      const lines = { start_line: range.start.line + 1, end_line: range.end.line + 1 };
      return { reference: { path: pathOf(uri), ...lines }, uri, range, text: undefined };
    }
    const text = typeof value === 'string' ? value : undefined;
    return { reference: { path: id }, uri: undefined, range: undefined, text };
  });
}

const pathOf = (uri: vscode.Uri) => pathOfUri(uri) ?? uri.toString(true);

const MOST_ATTACHED = 100_000;

/** The attached texts, read now; what cannot be read is left out. */
export async function readAttachments(attachments: readonly Attachment[]): Promise<{ name: string; text: string }[]> {
  const attached = await Promise.all(
    attachments.map(async ({ reference, uri, range, text }) => {
      if (text !== undefined || !uri) {
        return { name: reference.path, text: text ?? '' };
      }
      try {
        const document = await vscode.workspace.openTextDocument(uri);
        return { name: reference.path, text: firstChars(document.getText(range), MOST_ATTACHED) };
      } catch {
        return { name: reference.path, text: '' };
      }
    }),
  );
  return attached.filter(({ text }) => text !== '');
}
