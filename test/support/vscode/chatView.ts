import type { Locator, Page } from 'playwright-core';
import { eventually } from '../eventually.ts';

const NO_MODEL = 'Models';
const MODEL_TIMEOUT_MS = 60_000;
const TYPED_MS = 2000;

const withoutBlanks = (text: string) => text.replace(/\s/g, '');

/** The chat of the secondary side bar. */
export class ChatView {
  readonly #page: Page;
  readonly session: Locator;
  readonly input: Locator;
  /** The newest answer. */
  readonly response: Locator;
  readonly model: Locator;
  readonly followups: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.session = page.locator('.interactive-session:visible');
    this.input = this.session.locator('.interactive-input-editor .monaco-editor');
    this.response = this.session.locator('.interactive-response.chat-most-recent-response');
    this.model = this.session.locator('.model-picker-item .chat-input-picker-label');
    this.followups = this.session.locator('.interactive-input-followups .monaco-button');
  }

  async isOpen(): Promise<boolean> {
    return (await this.input.count()) > 0;
  }

  /** Without a model VS Code refuses a message; the extension offers one some moments after the window opened. */
  async waitForModel(): Promise<void> {
    await this.model.filter({ hasNotText: new RegExp(`^${NO_MODEL}$`) }).waitFor({ timeout: MODEL_TIMEOUT_MS });
  }

  /** Replaces what is in the input. */
  async type(text: string): Promise<void> {
    await this.input.click();
    await this.#page.keyboard.press('ControlOrMeta+A');
    await this.#page.keyboard.press('Delete');
    // A name or command is typed, so that VS Code recognises it; the rest is put in at once.
    const [, typed = '', rest = ''] = /^((?:[@/#]\S+\s)*)(.*)$/s.exec(text) ?? [];
    await this.#page.keyboard.type(typed);
    if (rest !== '') {
      await this.#page.keyboard.insertText(rest);
    }
  }

  async send(text: string, { timeoutMs = 60_000 }: { timeoutMs?: number } = {}): Promise<string> {
    await this.waitForModel();
    await this.#waitForHistory();
    // VS Code may give the focus back to where it was a moment after a pick or menu closed: the keys would go along.
    await eventually(async () => {
      await this.type(text);
      await eventually(() => this.#isTyped(text), TYPED_MS);
    });
    const before = await this.#lastRow();
    await this.#page.keyboard.press('Enter');
    const asked = await eventually(() => this.#rowOf(text, before)).catch(async error => {
      throw new Error(`${error.message} ${await this.#sayInput()}`);
    });
    await this.#row(asked + 1)
      .locator('.interactive-response.chat-most-recent-response')
      .waitFor();
    await this.waitUntilComplete({ timeoutMs });
    return await this.answer();
  }

  async #sayInput(): Promise<string> {
    const shown = await this.input.locator('.view-lines').innerText();
    const focused = (await this.#page.locator(':focus').all())[0];
    return `The input has “${shown}”, the focus is in “${await focused?.getAttribute('class')}”.`;
  }

  /** That the end of the text stands at the end of the input, however it is broken into lines. */
  async #isTyped(text: string): Promise<void> {
    const shown = await this.input.locator('.view-lines').innerText();
    const end = withoutBlanks(text).slice(-10);
    if (!withoutBlanks(shown).endsWith(end)) {
      throw new Error(`The input has “${shown}”, and not “${text}”.`);
    }
  }

  async waitUntilComplete({ timeoutMs = 60_000 }: { timeoutMs?: number } = {}): Promise<void> {
    const complete = this.session.locator('.chat-most-recent-response:not(.chat-response-loading)');
    await complete.waitFor({ timeout: timeoutMs });
  }

  /** The newest answer's own words, without its header, buttons and time. */
  async answer(): Promise<string> {
    const parts = this.response.locator('.value .chat-markdown-part, .value .chat-notification-widget');
    return (await parts.allInnerTexts()).join('\n').trim();
  }

  button(title: string): Locator {
    return this.response.locator('.chat-command-button').getByRole('button', { name: title });
  }

  /** A link in the newest answer, or in the line under it. */
  link(title: string): Locator {
    return this.response.getByRole('link', { name: title }).first();
  }

  /** After a reload the session comes back a moment later than its input. */
  async #waitForHistory(): Promise<void> {
    const welcome = this.session.locator('.chat-welcome-view-container:visible');
    await welcome.or(this.#rows).first().waitFor();
  }

  get #rows(): Locator {
    return this.session.locator('.interactive-list .monaco-list-row');
  }

  async #lastRow(): Promise<number> {
    const indexes = await Promise.all((await this.#rows.all()).map(row => row.getAttribute('data-index')));
    return Math.max(-1, ...indexes.map(Number));
  }

  /** Where the question stands now. After a reload, rows of earlier ones may still be coming. */
  async #rowOf(text: string, before: number): Promise<number> {
    // What the chat shows of it is Markdown: its longest run of words stays as it is.
    const runs = text.match(/[\p{L}\p{N} ]+/gu) ?? [''];
    const words = runs.reduce((a, b) => (b.length > a.length ? b : a)).trim();
    const found = await this.#rows.evaluateAll(
      (rows, { words, before }) =>
        rows
          .filter(row => row.querySelector('.interactive-request') && (row.textContent ?? '').includes(words))
          .map(row => Number(row.getAttribute('data-index')))
          .filter(index => index > before),
      { words, before },
    );
    if (found.length === 0) {
      throw new Error(`“${words}” is not in the chat.`);
    }
    return Math.max(...found);
  }

  /** A message makes two rows: the question and its answer. */
  #row(index: number): Locator {
    return this.session.locator(`.interactive-list .monaco-list-row[data-index="${index}"]`);
  }
}
