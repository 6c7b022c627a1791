import * as vscode from 'vscode';
import { renderSummaryPage } from '../../memory/summaries/summaryPage.ts';
import { renderToolPage, turnAnchor } from '../../memory/transcript/transcript.ts';
import { TranscriptRenderer } from '../../memory/transcript/transcriptRenderer.ts';
import type { MentionedFile } from '../../model/file/file.ts';
import type { Summary } from '../../model/summary/summary.ts';
import type { Turn, TurnRef } from '../../model/turn/turn.ts';
import type { Store } from '../../store/store.ts';
import { turnAt, turnsOf } from '../../store/turnStore.ts';
import { dateNow, systemClock } from '../../util/clock.ts';
import { pathInFirstFolder, uriOfPath } from '../files/places.ts';
import { linkTo, summaryPath, transcriptName } from './transcriptPaths.ts';

/** What the store hands over at once is unpacked in one go. */
const TURNS_A_PAGE = 100;

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
  readonly #texts = new Map<string, Promise<{ bytes: Uint8Array; mtime: number }>>();
  readonly #renderer = new TranscriptRenderer();

  constructor(store: Store) {
    this.#store = store;
  }

  readonly onDidChangeFile = this.#changes.event;

  /** The transcript of a conversation, or of all when it is not known which, may read differently now. */
  refresh(conversation_id: string | undefined, open: readonly vscode.Uri[]): void {
    const changed = open.filter(uri => [undefined, conversationOfTranscript(uri)].includes(conversation_id));
    const keptPaths = new Set(open.filter(uri => !changed.includes(uri)).map(({ path }) => path));
    for (const path of this.#texts.keys()) {
      if (!keptPaths.has(path)) {
        this.#texts.delete(path);
      }
    }
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

  #text(uri: vscode.Uri): Promise<{ bytes: Uint8Array; mtime: number }> {
    const cached = this.#texts.get(uri.path);
    if (cached) {
      return cached;
    }
    const rendered = this.#render(uri).then(text => ({ bytes: Buffer.from(text), mtime: systemClock.now() }));
    this.#texts.set(uri.path, rendered);
    rendered.catch(() => this.#texts.get(uri.path) === rendered && this.#texts.delete(uri.path));
    return rendered;
  }

  #render(uri: vscode.Uri): Promise<string> {
    const [, conversation_id = '', part = '', id] = uri.path.split('/');
    if (id === undefined) {
      return this.#renderConversation(conversation_id);
    }
    return part === 'summary'
      ? this.#renderSummary(id)
      : this.#renderTool({ conversation_id, turn_index: Number(part) }, id);
  }

  async #renderSummary(uuid: string): Promise<string> {
    const { conversations, summaries } = this.#store;
    const [dated] = await summaries.read([uuid]);
    const conversation = dated && (await conversations.get(dated.summary.conversation_id));
    if (!conversation) {
      return '# No longer in memory\n\nThis summary was made again or trimmed. The tree shows the ones there are.\n';
    }
    const below = await summaries.read(dated.summary.parent_summaries);
    const page = { ...dated, below: below.map(child => child.summary) };
    const transcript = linkTo(`../../${transcriptName(conversation)}`);
    const links = {
      turn: (turn_index: number) => `${transcript}#${turnAnchor(turn_index)}`,
      summary: (child: Summary) => linkTo(`../../${summaryPath(child)}`),
    };
    return renderSummaryPage(page, links, dateNow());
  }

  async #renderTool(ref: TurnRef, uuid: string): Promise<string> {
    const turn = await turnAt(this.#store, ref);
    const tool = turn?.tools.find(({ call }) => call.uuid === uuid);
    return tool
      ? renderToolPage(tool, dateNow())
      : '# No longer in memory\n\nThe conversation of this tool call was deleted.\n';
  }

  async #renderConversation(conversation_id: string): Promise<string> {
    const conversation = await this.#store.conversations.get(conversation_id);
    if (!conversation) {
      return '# No longer in memory\n\nThis conversation was deleted.\n';
    }
    const turns: Turn[] = [];
    const files: MentionedFile[] = [];
    for (let full = true; full; ) {
      const from = turns.length;
      const page = await turnsOf(this.#store, conversation_id, { from, limit: TURNS_A_PAGE });
      const last = page.at(-1);
      if (last) {
        const stretch = { conversation_id, from: page[0]!.turn_index, to: last.turn_index };
        for (const file of (await this.#store.mentions.ofTurns(stretch)).files) {
          files.push(file);
        }
      }
      turns.push(...page);
      full = page.length === TURNS_A_PAGE;
    }
    const byTurn = Map.groupBy(files, ({ turn_index }) => turn_index);
    const targets = new Map<string, string | undefined>();
    return this.#renderer.render(conversation, turns, dateNow(), {
      summaries: await this.#store.summaries.ofConversation(conversation_id),
      link: summary => linkTo(summaryPath(summary)),
      mentioned: turn_index => byTurn.get(turn_index) ?? [],
      target: path => {
        const target = targets.has(path) ? targets.get(path) : linkToFile(path);
        targets.set(path, target);
        return target;
      },
    });
  }
}

/** From the root on, where a preview takes that for the first open folder; else by its address. */
function linkToFile(path: string): string | undefined {
  const uri = uriOfPath(path);
  const inside = uri && pathInFirstFolder(uri);
  return inside ? linkTo(`/${inside}`) : uri?.toString();
}
