import * as vscode from 'vscode';
import { type ReceiptLink, renderReceipt } from '../../memory/context/receipt/receiptDocument.ts';
import { itemKey, type Receipt } from '../../model/receipt/receipt.ts';
import type { TurnRef } from '../../model/turn/turn.ts';
import { dateNow } from '../../util/clock.ts';
import { commands, receiptViewType } from '../ids.ts';

const GONE = '# No longer in memory\n\nThe conversation of this answer was deleted.\n';

/**
 * Receipts as pages. A Markdown preview runs no commands, and in a browser it does not open an extension's address
 * either; a page of our own, without scripts, lets the links of a receipt do what they say.
 */
export class ReceiptPages implements vscode.Disposable {
  readonly #read: (ref: TurnRef) => Promise<Receipt | undefined>;
  readonly #links: (ref: TurnRef) => ReceiptLink;
  readonly #open = new Map<string, { ref: TurnRef; panel: vscode.WebviewPanel }>();

  constructor(read: (ref: TurnRef) => Promise<Receipt | undefined>, links: (ref: TurnRef) => ReceiptLink) {
    this.#read = read;
    this.#links = links;
  }

  async show(ref: TurnRef): Promise<void> {
    const page = this.#open.get(itemKey(ref));
    if (page) {
      page.panel.reveal();
    } else {
      await this.#render(this.#create(ref), ref);
    }
  }

  /** Pins and conversations may have changed. */
  refresh(): void {
    for (const { ref, panel } of this.#open.values()) {
      void this.#render(panel, ref);
    }
  }

  dispose(): void {
    for (const { panel } of [...this.#open.values()]) {
      panel.dispose();
    }
  }

  #create(ref: TurnRef): vscode.WebviewPanel {
    const options = { enableCommandUris: [commands.itemReceiptAction], localResourceRoots: [], enableFindWidget: true };
    const panel = vscode.window.createWebviewPanel(
      receiptViewType,
      'Why this answer',
      vscode.ViewColumn.Active,
      options,
    );
    this.#open.set(itemKey(ref), { ref, panel });
    panel.onDidDispose(() => this.#open.delete(itemKey(ref)));
    return panel;
  }

  async #render(panel: vscode.WebviewPanel, ref: TurnRef): Promise<void> {
    const receipt = await this.#read(ref);
    const text = receipt ? renderReceipt(receipt, this.#links(ref), dateNow()) : GONE;
    const body: unknown = await vscode.commands.executeCommand('markdown.api.render', text);
    if (this.#open.get(itemKey(ref))?.panel === panel) {
      panel.webview.html = page(String(body));
    }
  }
}

function page(body: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Why this answer</title>
<style>
body { padding: 0 24px 24px; line-height: 1.5; max-width: 1200px; }
h1 { font-weight: 600; font-size: 1.7em; }
h2 { font-weight: 600; font-size: 1.25em; margin-top: 1.6em; }
blockquote { margin: 1em 0; padding: 2px 14px; border-left: 4px solid var(--vscode-textBlockQuote-border);
  background: var(--vscode-textBlockQuote-background); }
table { border-collapse: collapse; width: 100%; font-size: 0.92em; }
th, td { padding: 6px 7px; text-align: left; vertical-align: top;
  border-bottom: 1px solid var(--vscode-widget-border, var(--vscode-textBlockQuote-border)); }
th { font-weight: 600; }
th, td[style*="right"] { white-space: nowrap; }
td:nth-child(2) { min-width: 15em; }
</style>
</head>
<body>
${body}
</body>
</html>`;
}
