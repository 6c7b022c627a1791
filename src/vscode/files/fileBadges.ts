import * as vscode from 'vscode';
import { describeError } from '../../util/errors.ts';
import { plural } from '../../util/text.ts';
import type { Host } from '../host.ts';
import { settings } from '../ids.ts';
import { onDidChangeSetting, readFileBadges } from '../settings.ts';
import { pathOfUri } from './places.ts';

const BADGED_FILES = 5000;
const REFRESH_BADGES_MS = 2000;

/** Only while it is switched on. */
export function registerFileBadges(host: Host): void {
  let registered: vscode.Disposable | undefined;
  const update = () => {
    registered?.dispose();
    registered = undefined;
    if (readFileBadges()) {
      const badges = new FileBadges(host);
      registered = vscode.Disposable.from(badges, vscode.window.registerFileDecorationProvider(badges));
      void badges.read();
    }
  };
  update();
  host.context.subscriptions.push(onDidChangeSetting(settings.fileBadges, update), {
    dispose: () => registered?.dispose(),
  });
}

/** The number of conversations about a file, from memory. */
export class FileBadges implements vscode.FileDecorationProvider, vscode.Disposable {
  readonly #host: Host;
  readonly #changes = new vscode.EventEmitter<undefined>();
  readonly #subscription: { dispose(): unknown };
  #conversations = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(host: Host) {
    this.#host = host;
    this.#subscription = host.store.onDidChange(({ quiet }) => {
      if (!quiet) {
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => void this.read(), REFRESH_BADGES_MS);
      }
    });
  }

  readonly onDidChangeFileDecorations = this.#changes.event;

  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    const conversations = this.#conversations.size > 0 ? this.#conversations.get(pathOfUri(uri) ?? '') : undefined;
    return conversations
      ? {
          badge: conversations > 99 ? '99' : String(conversations),
          tooltip: `Discussed in ${plural(conversations, 'conversation')}`,
        }
      : undefined;
  }

  async read(): Promise<void> {
    try {
      const { id } = await this.#host.workspaces.current();
      const files = await this.#host.store.files.busiest({ workspace_id: id }, 0, BADGED_FILES);
      this.#conversations = new Map(files.map(({ file, conversations }) => [file.path, conversations]));
      this.#changes.fire(undefined);
    } catch (error) {
      this.#host.log.warn(`Badges: ${describeError(error)}`);
    }
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#subscription.dispose();
    this.#changes.dispose();
  }
}
