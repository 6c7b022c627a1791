import * as vscode from 'vscode';
import { describeError } from '../../util/errors.ts';
import { geminiKeySecret } from '../ids.ts';

/** The key lives in VS Code's secret storage and nowhere else. */
export class GeminiKey implements vscode.Disposable {
  readonly #secrets: vscode.SecretStorage;
  readonly #log: vscode.LogOutputChannel;
  readonly #changes = new vscode.EventEmitter<void>();
  readonly #listener: vscode.Disposable;
  /** Only for this session, where the system has no place for secrets. */
  #unsaved: string | undefined;

  constructor(secrets: vscode.SecretStorage, log: vscode.LogOutputChannel) {
    this.#secrets = secrets;
    this.#log = log;
    this.#listener = secrets.onDidChange(event => {
      if (event.key === geminiKeySecret) {
        this.#changes.fire();
      }
    });
  }

  /** Set or cleared, here or in another window. */
  readonly onDidChange = this.#changes.event;

  async get(): Promise<string | undefined> {
    try {
      return (await this.#secrets.get(geminiKeySecret)) ?? this.#unsaved;
    } catch (error) {
      this.#log.warn(`The secret storage did not answer: ${describeError(error)}`);
      return this.#unsaved;
    }
  }

  /** False when it could be kept for this session only. */
  async set(key: string): Promise<boolean> {
    try {
      await this.#secrets.store(geminiKeySecret, key);
      this.#unsaved = undefined;
      return true;
    } catch (error) {
      this.#log.warn(`The secret storage refused the key: ${describeError(error)}`);
      this.#unsaved = key;
      this.#changes.fire();
      return false;
    }
  }

  async clear(): Promise<void> {
    this.#unsaved = undefined;
    await this.#secrets.delete(geminiKeySecret);
    this.#changes.fire();
  }

  dispose(): void {
    this.#listener.dispose();
    this.#changes.dispose();
  }
}
