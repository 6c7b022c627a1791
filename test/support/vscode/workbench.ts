// Drives a real VS Code as a person does. Every helper waits for what must appear; none sleeps.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { ROOT } from '../../../scripts/lib/tools.mjs';
import { eventually } from '../eventually.ts';
import { ChatView } from './chatView.ts';
import { launchChromium } from './chromium.ts';
import { type CodeServer, OFFLINE, startCodeServer } from './codeServer.ts';
import { installBuiltExtension, type Settings, writeUserSettings } from './profile.ts';
import { QuickPick } from './quickPick.ts';
import { TreeView } from './treeView.ts';
import { visibleText } from './visibleText.ts';

export interface WorkbenchOptions {
  folder: string;
  /** Fresh ones are made, and deleted on close, when these are left out. */
  userDataDir?: string;
  extensionsDir?: string;
  /** Default: the extension built in this clone. */
  extensionRoot?: string;
  settings?: Settings;
  theme?: string;
  env?: Record<string, string>;
}

const SCREENSHOTS = path.join(ROOT, 'test-results', 'screenshots');
const TIMEOUT_MS = 30_000;
const GLANCE_MS = 2000;
const LOOK_MS = 5000;
const START_TIMEOUT_MS = 90_000;

export async function openWorkbench(options: WorkbenchOptions): Promise<Workbench> {
  const scratch = mkdtempSync(path.join(tmpdir(), 'strata-e2e-'));
  const userDataDir = options.userDataDir ?? path.join(scratch, 'user');
  const extensionsDir = options.extensionsDir ?? path.join(scratch, 'extensions');
  const theme = options.theme === undefined ? {} : { 'workbench.colorTheme': options.theme };
  writeUserSettings(userDataDir, { ...theme, ...options.settings });
  installBuiltExtension(extensionsDir, options.extensionRoot);
  const env = { ...OFFLINE, ...options.env };
  const server = await startCodeServer({ folder: options.folder, userDataDir, extensionsDir, env });
  try {
    return await Workbench.open(server, userDataDir, scratch);
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Opens a page on a VS Code that somebody else serves, `npm start` for instance. */
export async function openPage(url: string): Promise<{ browser: Browser; page: Page }> {
  const browser = await launchChromium();
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    page.setDefaultTimeout(TIMEOUT_MS);
    await page.goto(url, { timeout: START_TIMEOUT_MS });
    await waitForWorkbench(page);
    return { browser, page };
  } catch (error) {
    await browser.close();
    throw error;
  }
}

export async function waitForWorkbench(page: Page): Promise<void> {
  const timeout = START_TIMEOUT_MS;
  await page.locator('.monaco-workbench .part.statusbar').waitFor({ timeout });
  await page.locator('.part.activitybar .action-item').first().waitFor({ timeout });
}

export class Workbench {
  readonly page: Page;
  readonly userDataDir: string;
  readonly chatView: ChatView;
  readonly quickPick: QuickPick;
  readonly #browser: Browser;
  readonly #server: CodeServer | undefined;
  readonly #scratch: string | undefined;

  constructor(browser: Browser, page: Page, server?: CodeServer, userDataDir = '', scratch?: string) {
    this.#browser = browser;
    this.#server = server;
    this.#scratch = scratch;
    this.page = page;
    this.userDataDir = userDataDir;
    this.quickPick = new QuickPick(page);
    this.chatView = new ChatView(page);
  }

  static async open(server: CodeServer, userDataDir: string, scratch: string): Promise<Workbench> {
    const { browser, page } = await openPage(server.url);
    return new Workbench(browser, page, server, userDataDir, scratch);
  }

  /** Connects to a running server by its address. */
  static async connect(url: string): Promise<Workbench> {
    const { browser, page } = await openPage(url);
    return new Workbench(browser, page);
  }

  /** Runs a command by its full title, "Memory: Search Past Sessions", from the palette. */
  async runCommand(title: string): Promise<void> {
    // A preview that has just opened takes the focus some moments later, and the palette closes: then it is opened again.
    await eventually(async () => {
      await this.page.keyboard.press('F1');
      // A palette that is open still lists what it had for the same words: a command that came since is not among them.
      await this.quickPick.type('>', LOOK_MS);
      await this.quickPick.type(`>${title}`, LOOK_MS);
      await this.quickPick.accept(title, LOOK_MS);
    }, START_TIMEOUT_MS);
  }

  /** From the menu of the status bar; a page that has just been clicked takes its focus back, and the menu closes. */
  async chooseFromMenu(item: string): Promise<void> {
    await eventually(async () => {
      await this.statusBar('Memory').click({ timeout: LOOK_MS });
      await this.quickPick.accept(item, LOOK_MS);
    }, START_TIMEOUT_MS);
  }

  /** Runs a command that asks something, until it asks: its box closes in the same way. */
  async runCommandTo(appears: Locator, title: string): Promise<void> {
    await eventually(async () => {
      await this.runCommand(title);
      await appears.first().waitFor({ timeout: LOOK_MS });
    }, START_TIMEOUT_MS);
  }

  /** Sends a message in the chat view; resolves to the text of the complete answer. */
  async chat(text: string, options: { timeoutMs?: number } = {}): Promise<string> {
    if (!(await this.chatView.isOpen())) {
      await this.runCommand('Chat: Open Chat');
    }
    return await this.chatView.send(text, options);
  }

  /** Drags the edge of the chat to the left, so that an answer fits in. */
  async widenChat(pixels: number): Promise<void> {
    const box = await this.page.locator('.part.auxiliarybar').boundingBox();
    if (box === null) {
      throw new Error('The chat is not open.');
    }
    await this.#drag(box.x - 1, box.y + box.height / 2, -pixels);
  }

  /** Drags the edge of the side bar to the right, so that the ends of its rows are seen. */
  async widenSideBar(pixels: number): Promise<void> {
    const box = await this.page.locator('.part.sidebar').boundingBox();
    if (box === null) {
      throw new Error('The side bar is not open.');
    }
    await this.#drag(box.x + box.width + 1, box.y + box.height / 2, pixels);
  }

  async #drag(x: number, y: number, pixels: number): Promise<void> {
    await this.page.mouse.move(x, y);
    await this.page.mouse.down();
    await this.page.mouse.move(x + pixels, y, { steps: 5 });
    await this.page.mouse.up();
  }

  /** Opens a container of the activity bar by its title, unless it is open. */
  async openView(title: string): Promise<void> {
    const label = this.page.locator(`a.action-label[aria-label="${title}"]`);
    const item = this.page.locator('.part.activitybar .action-item', { has: label });
    const shown = this.page.locator('.part.sidebar .composite.title', { hasText: title });
    // While a window is being restored a click may close what is just about to open.
    await eventually(async () => {
      if (await shown.isVisible()) {
        return;
      }
      await item.click();
      await shown.waitFor({ timeout: GLANCE_MS });
    }, START_TIMEOUT_MS);
  }

  tree(viewName: string): TreeView {
    return new TreeView(this.page, viewName);
  }

  async editorTitles(): Promise<string[]> {
    return await this.page.locator('.part.editor .tab .label-name').allInnerTexts();
  }

  editorTab(title: string): Locator {
    return this.page.locator('.part.editor .tab', { hasText: title });
  }

  /** The body of the visible Markdown preview, inside its two frames. */
  preview(): Locator {
    return this.page.frameLocator('iframe.webview.ready:visible').frameLocator('#active-frame').locator('body');
  }

  async previewText(): Promise<string> {
    return await visibleText(this.preview());
  }

  /** Waits until a part of the preview is not only there but scrolled into view. */
  async previewShows(part: (page: Locator) => Locator): Promise<void> {
    // The first preview of a window starts VS Code's Markdown extension.
    await part(this.preview()).first().waitFor({ timeout: START_TIMEOUT_MS });
    await eventually(async () => {
      const [top, height] = await part(this.preview())
        .first()
        .evaluate(
          element => [element.getBoundingClientRect().top, element.ownerDocument.documentElement.clientHeight],
          undefined,
          { timeout: GLANCE_MS },
        );
      if (top < -1 || top >= height) {
        throw new Error(`It is at ${top} of ${height}, out of view.`);
      }
    }, START_TIMEOUT_MS);
  }

  /** A toast with this text. */
  notification(text: string | RegExp): Locator {
    return this.page.locator('.notifications-toasts .notification-list-item', { hasText: text });
  }

  async notifications(): Promise<string[]> {
    return await this.page.locator('.notifications-toasts .notification-list-item-message').allInnerTexts();
  }

  /** An item of the status bar by the text that it shows. */
  statusBar(text: string): Locator {
    return this.page.locator('.part.statusbar .statusbar-item', { hasText: text }).locator('a');
  }

  /** Answers a modal dialog; resolves to what it said. */
  async dialog(button: string): Promise<string> {
    const box = this.page.locator('.monaco-dialog-box');
    const text = await visibleText(box.locator('.dialog-message-container'));
    await box.locator('.dialog-buttons').getByRole('button', { name: button, exact: true }).click();
    await box.waitFor({ state: 'hidden' });
    return text;
  }

  /** Reloads the window as the command of that name does. */
  async reload(): Promise<void> {
    await this.page.reload();
    await waitForWorkbench(this.page);
  }

  /** Kept in test-results/screenshots, which git ignores. */
  async screenshot(name: string): Promise<string> {
    mkdirSync(SCREENSHOTS, { recursive: true });
    const file = path.join(SCREENSHOTS, `${name}.png`);
    await this.page.screenshot({ path: file });
    return file;
  }

  /** For `afterEach(t => ...)`: shows what was on the screen when a test failed. */
  async screenshotIfFailed(test: { name: string }): Promise<void> {
    // Not in the types yet.
    if (Reflect.get(test, 'passed') === false) {
      await this.screenshot(`failed ${test.name.replace(/[^\w -]+/g, '_')}`);
    }
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await this.#server?.stop();
    if (this.#scratch !== undefined) {
      rmSync(this.#scratch, { recursive: true, force: true });
    }
  }
}
