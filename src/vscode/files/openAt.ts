import * as vscode from 'vscode';
import { findSymbol } from '../../memory/mentions/files/fileSymbols.ts';
import type { File } from '../../model/file/file.ts';
import type { Host } from '../host.ts';
import { documentSymbols, SHORT_PATIENCE_MS } from './documentSymbols.ts';
import { isFile } from './existingFiles.ts';
import { uriOfPath } from './places.ts';

/** False when the file is not there. The symbol counts more than the line, which may have moved. */
export async function openAt(
  uri: vscode.Uri | undefined,
  symbol: string | null,
  line: number | null,
): Promise<boolean> {
  if (!uri || !(await isFile(uri))) {
    return false;
  }
  const fileSymbol = symbol ? findSymbol((await documentSymbols(uri, SHORT_PATIENCE_MS)) ?? [], symbol) : undefined;
  await openUri(uri, fileSymbol?.start_line ?? line);
  return true;
}

/** Opens a file of memory, wherever it went. Resolves to what is known of it when it is not there. */
export async function openKnown(
  host: Host,
  file: File,
  symbol: string | null,
  line: number | null,
): Promise<File | undefined> {
  if (await openAt(uriOfPath(file.path), symbol, line)) {
    return undefined;
  }
  await host.files.missed(file.path);
  const knownFiles = await host.store.files.known(file.workspace_id);
  const current = knownFiles.find(({ uuid }) => uuid === file.uuid) ?? file;
  return current.path !== file.path && (await openAt(uriOfPath(current.path), symbol, line)) ? undefined : current;
}

async function openUri(uri: vscode.Uri, line: number | null): Promise<void> {
  const at = line === null ? undefined : new vscode.Range(line - 1, 0, line - 1, 0);
  await vscode.commands.executeCommand('vscode.open', uri, at ? { selection: at } : {});
}
