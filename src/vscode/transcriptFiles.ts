import * as vscode from 'vscode';
import { renderToolPage, renderTranscript } from '../memory/transcript.ts';
import type { Turn, TurnRef } from '../model/turn.ts';
import type { Store } from '../store/store.ts';

const PAGE = 500;

/**
 * `/<conversation>/<title>.md`: the title is for people, the id finds the conversation.
 * `/<conversation>/<turn>/<tool call>/<tool name>.md` is the page of one tool call.
 */
export function conversationOfTranscript(uri: vscode.Uri): string {
  return uri.path.split('/')[1] ?? '';
}

/**
 * Transcripts as read-only files, made from the store when they are read. A file system rather than a content provider:
 * VS Code starts us for it, so that a transcript left open is there again after a reload.
 */
export class TranscriptFiles implements vscode.FileSystemProvider, vscode.Disposable {
  readonly #store: Store;
  readonly #changes = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  /** What a stat has promised, the read after it delivers. */
  readonly #texts = new Map<string, { bytes: Uint8Array; mtime: number }>();

  constructor(store: Store) {
    this.#store = store;
  }

  readonly onDidChangeFile = this.#changes.event;

  /** The transcript of a conversation, or of all when it is not known which, may read differently now. */
  refresh(conversation_id: string | undefined, open: readonly vscode.Uri[]): void {
    const changed = open.filter(uri => [undefined, conversationOfTranscript(uri)].includes(conversation_id));
    this.#texts.clear();
    if (changed.length > 0) {
      this.#changes.fire(changed.map(uri => ({ type: vscode.FileChangeType.Changed, uri })));
    }
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { bytes, mtime } = await this.#text(uri);
    const permissions = vscode.FilePermission.Readonly;
    return { type: vscode.FileType.File, ctime: 0, mtime, size: bytes.length, permissions };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return (await this.#text(uri)).bytes;
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => {});
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  writeFile(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  dispose(): void {
    this.#changes.dispose();
  }

  async #text(uri: vscode.Uri): Promise<{ bytes: Uint8Array; mtime: number }> {
    const known = this.#texts.get(uri.path);
    if (known) {
      return known;
    }
    const made = { bytes: Buffer.from(await this.#render(uri)), mtime: Date.now() };
    this.#texts.set(uri.path, made);
    return made;
  }

  #render(uri: vscode.Uri): Promise<string> {
    const [, conversation_id = '', turn = '', tool] = uri.path.split('/');
    return tool === undefined
      ? this.#renderConversation(conversation_id)
      : this.#renderTool({ conversation_id, turn_index: Number(turn) }, tool);
  }

  async #renderTool(ref: TurnRef, uuid: string): Promise<string> {
    const turn = await this.#store.turns.get(ref);
    const tool = turn?.tools.find(({ call }) => call.uuid === uuid);
    return tool
      ? renderToolPage(tool, new Date())
      : '# No longer in memory\n\nThe conversation of this tool call was deleted.\n';
  }

  async #renderConversation(conversation_id: string): Promise<string> {
    const conversation = await this.#store.conversations.get(conversation_id);
    if (!conversation) {
      return '# No longer in memory\n\nThis conversation was deleted.\n';
    }
    const turns: Turn[] = [];
    for (;;) {
      const page = await this.#store.turns.list(conversation_id, { from: turns.length, limit: PAGE });
      turns.push(...page);
      if (page.length < PAGE) {
        return renderTranscript(conversation, turns, new Date());
      }
    }
  }
}
