import * as vscode from 'vscode';
import { systemClock } from '../util/clock.ts';
import type { Host } from './host.ts';

const scheme = 'strata-info';

/** A read-only Markdown page that is made each time it is opened. The result opens it. */
export function infoPage(
  host: Pick<Host, 'context'>,
  name: string,
  render: () => Promise<string>,
): () => Thenable<unknown> {
  const path = `/${name}.md`;
  const provider: vscode.TextDocumentContentProvider = {
    provideTextDocumentContent: uri => (uri.path === path ? render() : undefined),
  };
  host.context.subscriptions.push(vscode.workspace.registerTextDocumentContentProvider(scheme, provider));
  // A new address each time, so that the page is never an old one.
  return () =>
    vscode.commands.executeCommand(
      'markdown.showPreview',
      vscode.Uri.from({ scheme, path, query: String(systemClock.now()) }),
    );
}
