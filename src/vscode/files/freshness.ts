import type * as vscode from 'vscode';
import { findSymbol } from '../../memory/mentions/files/fileSymbols.ts';
import type { Store } from '../../store/store.ts';
import { dateNow } from '../../util/clock.ts';
import { formatLocalDate } from '../../util/dates.ts';
import { documentSymbols } from './documentSymbols.ts';

/** Compares the symbols of a file with what they were when they were talked about, and marks those that changed. */
export async function checkScopes(
  store: Store,
  workspace_id: string,
  path: string,
  uri: vscode.Uri,
  patienceMs?: number,
): Promise<void> {
  const scopes = (await store.files.scopesIn(workspace_id, path)).filter(({ content_hash }) => content_hash !== null);
  const symbols = scopes.length > 0 ? await documentSymbols(uri, patienceMs) : undefined;
  if (!symbols) {
    return;
  }
  const now = formatLocalDate(dateNow());
  const marks = scopes.flatMap(({ uuid, name, content_hash, changed_at }) => {
    const changed = findSymbol(symbols, name)?.content_hash !== content_hash;
    return changed === (changed_at !== null) ? [] : [{ uuid, changed_at: changed ? now : null }];
  });
  if (marks.length > 0) {
    await store.files.markScopes(marks);
  }
}
