import type { Locator, Page } from 'playwright-core';
import { rowText } from './visibleText.ts';

/** A tree of the side bar. Rows are named by a part of their text; only rows scrolled into view exist. */
export class TreeView {
  readonly #page: Page;
  readonly pane: Locator;
  readonly rows: Locator;

  constructor(page: Page, viewName: string) {
    this.#page = page;
    const header = page.locator(`.pane-header[aria-label^="${viewName}"]`);
    this.pane = page.locator('.part.sidebar .pane, .part.auxiliarybar .pane', { has: header });
    this.rows = this.pane.locator('.monaco-list-row');
  }

  row(text: string | RegExp): Locator {
    return this.rows.filter({ hasText: text }).first();
  }

  /** The visible rows as text, two spaces of indent a level, as in a specification. */
  async text(): Promise<string> {
    const lines: string[] = [];
    for (const row of await this.rows.all()) {
      const level = Number(await row.getAttribute('aria-level'));
      lines.push('  '.repeat(Math.max(0, level - 1)) + (await rowText(row)).trimEnd());
    }
    return lines.join('\n');
  }

  async expand(text: string | RegExp): Promise<void> {
    await this.#setExpanded(text, true);
  }

  async collapse(text: string | RegExp): Promise<void> {
    await this.#setExpanded(text, false);
  }

  async click(text: string | RegExp): Promise<void> {
    await this.row(text).locator('.monaco-icon-label').click();
  }

  /** Presses a button that appears on the row under the pointer. */
  async inlineAction(text: string | RegExp, action: string): Promise<void> {
    const row = this.row(text);
    await row.hover();
    await row.locator(`.actions [aria-label^="${action}"]`).click();
  }

  /** Presses a button of the view's title, which a container with one view shows as its own. */
  async titleAction(action: string): Promise<void> {
    await this.pane.hover();
    const titles = this.pane.locator('.pane-header').or(this.#page.locator('.part.sidebar .composite.title'));
    await titles.locator(`[aria-label^="${action}"]:visible`).click();
  }

  async contextMenu(text: string | RegExp, item: string): Promise<void> {
    await this.row(text).locator('.monaco-icon-label').click({ button: 'right' });
    const menu = this.#page.locator('.context-view .monaco-menu');
    // A menu ignores clicks in its first moments; the keyboard works at once.
    await menu.getByRole('menuitem', { name: item }).hover();
    await menu.locator('.action-item.focused', { hasText: item }).waitFor();
    await this.#page.keyboard.press('Enter');
    await menu.waitFor({ state: 'hidden' });
  }

  /** The same, until what it leads to is there: as a person does who is told that the view was just drawn again. */
  async contextMenuTo(appears: Locator, text: string | RegExp, item: string): Promise<void> {
    const lost = this.#page.locator('.part.statusbar', { hasText: 'The view was just drawn again' });
    for (;;) {
      await this.contextMenu(text, item);
      await appears.or(lost).first().waitFor();
      if (await appears.first().isVisible()) {
        return;
      }
      await lost.waitFor({ state: 'hidden' });
    }
  }

  /** What an empty view says instead of rows. */
  get welcome(): Locator {
    return this.pane.locator('.welcome-view-content');
  }

  async #setExpanded(text: string | RegExp, expanded: boolean): Promise<void> {
    const row = this.row(text);
    await row.waitFor();
    if ((await row.getAttribute('aria-expanded')) !== String(expanded)) {
      await row.locator('.monaco-tl-twistie').click();
    }
    await this.rows
      .and(this.#page.locator(`[aria-expanded="${expanded}"]`))
      .filter({ hasText: text })
      .first()
      .waitFor();
  }
}
