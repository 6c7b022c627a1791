import * as vscode from 'vscode';
import { findSymbol } from '../../memory/mentions/files/fileSymbols.ts';
import { documentSymbols, SHORT_PATIENCE_MS } from './documentSymbols.ts';
import { isFile } from './existingFiles.ts';

/** False when the file is not there. The symbol counts more than the line, which may have moved. */
export async function openAt(
  uri: vscode.Uri | undefined,
  symbol: string | null,
  line: number | null,
): Promise<boolean> {
  if (!uri || !(await isFile(uri))) {
    return false;
  }
  const found = symbol ? findSymbol((await documentSymbols(uri, SHORT_PATIENCE_MS)) ?? [], symbol) : undefined;
  await openUri(uri, found?.start_line ?? line);
  return true;
}

async function openUri(uri: vscode.Uri, line: number | null): Promise<void> {
  const at = line === null ? undefined : new vscode.Range(line - 1, 0, line - 1, 0);
  await vscode.commands.executeCommand('vscode.open', uri, at ? { selection: at } : {});
}
