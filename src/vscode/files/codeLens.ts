import * as vscode from 'vscode';
import type { FileSymbol } from '../../memory/mentions/files/fileSymbols.ts';
import { lensesFor } from '../../memory/mentions/lenses.ts';
import type { DiscussedScope } from '../../model/file/file.ts';
import { describeError } from '../../util/errors.ts';
import { plural } from '../../util/text.ts';
import type { Host } from '../host.ts';
import { commands, settings } from '../ids.ts';
import { onDidChangeSetting, readCodeLens } from '../settings.ts';
import { documentSymbols } from './documentSymbols.ts';
import { pathOfUri } from './places.ts';

interface Known {
  /** Of the document; undefined when memory has changed since. */
  version: number | undefined;
  symbols: readonly FileSymbol[];
  discussed: readonly DiscussedScope[];
}

/** Only while it is switched on. */
export function registerCodeLens(host: Host): void {
  let registered: vscode.Disposable | undefined;
  const update = () => {
    registered?.dispose();
    registered = undefined;
    if (readCodeLens()) {
      const lenses = new DiscussedLenses(host);
      registered = vscode.Disposable.from(
        lenses,
        vscode.languages.registerCodeLensProvider([{ scheme: 'file' }, { scheme: 'vscode-remote' }], lenses),
      );
    }
  };
  update();
  host.context.subscriptions.push(onDidChangeSetting(settings.codeLens, update), {
    dispose: () => registered?.dispose(),
  });
}

/** Answers from memory, at once; what it does not know yet is read behind, and the editor asks again. */
export class DiscussedLenses implements vscode.CodeLensProvider, vscode.Disposable {
  readonly #host: Host;
  readonly #changes = new vscode.EventEmitter<void>();
  readonly #known = new Map<string, Known>();
  readonly #reading = new Set<string>();
  /** Counts the changes of memory. */
  #memory = 0;
  readonly #subscription: { dispose(): unknown };

  constructor(host: Host) {
    this.#host = host;
    this.#subscription = host.store.onDidChange(({ quiet }) => {
      if (!quiet && this.#known.size > 0) {
        // Those there are stay above their lines until they are read again.
        this.#memory++;
        for (const entry of this.#known.values()) {
          entry.version = undefined;
        }
        this.#changes.fire();
      }
    });
  }

  readonly onDidChangeCodeLenses = this.#changes.event;

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    const path = pathOfUri(document.uri);
    if (!path) {
      return [];
    }
    const entry = this.#known.get(path);
    if (entry?.version !== document.version) {
      void this.#read(path, document);
    }
    return lensesFor(entry?.symbols ?? [], entry?.discussed ?? []).map(({ name, line, conversations }) => {
      const at = new vscode.Range(line - 1, 0, line - 1, 0);
      return new vscode.CodeLens(at, {
        command: commands.aboutThisSymbol,
        title: `discussed in ${plural(conversations, 'conversation')}`,
        arguments: [document.uri, name],
      });
    });
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changes.dispose();
  }

  async #read(path: string, document: vscode.TextDocument): Promise<void> {
    if (this.#reading.has(path)) {
      return;
    }
    this.#reading.add(path);
    try {
      const { version } = document;
      const memory = this.#memory;
      const { id } = await this.#host.workspaces.current();
      const discussed = await this.#host.store.files.discussedScopes(id, path);
      const symbols = discussed.length > 0 ? ((await documentSymbols(document.uri)) ?? []) : [];
      this.#known.set(path, { version: memory === this.#memory ? version : undefined, symbols, discussed });
      this.#changes.fire();
    } catch (error) {
      this.#host.log.warn(`CodeLens: ${describeError(error)}`);
    } finally {
      this.#reading.delete(path);
    }
  }
}
