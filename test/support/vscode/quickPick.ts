import type { Locator, Page } from 'playwright-core';
import { rowText } from './visibleText.ts';

/** The box at the top of the window: the palette, quick picks and input boxes. */
export class QuickPick {
  readonly #page: Page;
  readonly box: Locator;
  readonly input: Locator;
  readonly rows: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.box = page.locator('.quick-input-widget:visible');
    this.input = this.box.locator('.quick-input-box input');
    this.rows = this.box.locator('.quick-input-list .monaco-list-row');
  }

  async waitUntilOpen(title?: string): Promise<void> {
    await this.input.waitFor();
    if (title !== undefined) {
      await this.title(title).waitFor();
    }
  }

  title(text: string): Locator {
    return this.box.locator('.quick-input-title', { hasText: text });
  }

  /** By the grey words in its empty box. */
  asking(placeholder: string): Locator {
    return this.box.getByPlaceholder(placeholder);
  }

  async waitUntilClosed(): Promise<void> {
    await this.box.waitFor({ state: 'hidden' });
  }

  /** Replaces what is in the box. */
  async type(text: string, timeout?: number): Promise<void> {
    await this.input.fill(text, timeout === undefined ? {} : { timeout });
  }

  /** The visible items, each as one line: label, description and detail. */
  async items(): Promise<string[]> {
    return await Promise.all((await this.rows.all()).map(rowText));
  }

  item(text: string | RegExp): Locator {
    return this.rows.filter({ hasText: text }).first();
  }

  /** Waits for an item that holds the text and picks it; with no text, presses Enter. */
  async accept(text?: string | RegExp, timeout?: number): Promise<void> {
    if (text === undefined) {
      await this.#page.keyboard.press('Enter');
    } else {
      await this.item(text).click(timeout === undefined ? {} : { timeout });
    }
  }

  async cancel(): Promise<void> {
    await this.#page.keyboard.press('Escape');
    await this.waitUntilClosed();
  }
}
