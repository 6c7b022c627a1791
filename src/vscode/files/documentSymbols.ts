import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import type { FileSymbol } from '../../memory/mentions/files/fileSymbols.ts';

/** Larger files have no symbols worth waiting for. */
const MOST_DOCUMENT_CHARS = 2_000_000;
const SYMBOLS_FIRST_WAIT_MS = 200;
const SYMBOLS_PATIENCE_MS = 15_000;
/** For who has clicked. */
export const SHORT_PATIENCE_MS = 3000;

const { SymbolKind } = vscode;
const functions = new Set([SymbolKind.Function, SymbolKind.Method, SymbolKind.Constructor]);

export const hashOf = (text: string) => createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');

/** The symbols of a file by whatever provider its language has; undefined when there is none, or the file is not there. */
export async function documentSymbols(
  uri: vscode.Uri,
  patienceMs = SYMBOLS_PATIENCE_MS,
): Promise<FileSymbol[] | undefined> {
  try {
    const document = await vscode.workspace.openTextDocument(uri);
    if (document.getText().length > MOST_DOCUMENT_CHARS) {
      return undefined;
    }
    const symbols = await answered(document, patienceMs);
    return symbols && symbols.length > 0 ? symbols.flatMap(symbol => flatten(document, symbol, '', false)) : undefined;
  } catch {
    return undefined;
  }
}

type Told = vscode.DocumentSymbol | vscode.SymbolInformation;

/** Languages that have answered, or were waited for in vain: nobody waits for them again. */
const awake = new Set<string>();

/** A language's extension starts with its first document, and answers with nothing until it runs. */
async function answered({ uri, languageId }: vscode.TextDocument, patienceMs: number): Promise<Told[] | undefined> {
  const end = performance.now() + patienceMs;
  for (let wait = SYMBOLS_FIRST_WAIT_MS; ; wait *= 2) {
    const symbols = await Promise.race([ask(uri), after(Math.max(SYMBOLS_FIRST_WAIT_MS, end - performance.now()))]);
    if (symbols?.length || awake.has(languageId) || unspoken.has(languageId)) {
      awake.add(languageId);
      return symbols;
    }
    if (performance.now() + wait > end) {
      if (patienceMs >= SYMBOLS_PATIENCE_MS) {
        awake.add(languageId);
      }
      return symbols;
    }
    await after(wait);
  }
}

const unspoken = new Set(['plaintext', 'log', 'ignore', 'properties']);

const ask = (uri: vscode.Uri) =>
  vscode.commands.executeCommand<Told[] | undefined>('vscode.executeDocumentSymbolProvider', uri);

const after = (ms: number) => new Promise<undefined>(resolve => setTimeout(() => resolve(undefined), ms));

function flatten(document: vscode.TextDocument, symbol: Told, parent: string, local: boolean): FileSymbol[] {
  const range =
    'location' in symbol && !('range' in symbol) ? symbol.location.range : (symbol as vscode.DocumentSymbol).range;
  const container = parent || ('containerName' in symbol ? symbol.containerName : '');
  const name = container ? `${container}.${plain(symbol.name)}` : plain(symbol.name);
  const inside = local || functions.has(symbol.kind);
  const children = 'children' in symbol ? symbol.children : [];
  return [
    {
      name,
      kind: (SymbolKind[symbol.kind] ?? 'symbol').toLowerCase(),
      start_line: range.start.line + 1,
      end_line: range.end.line + 1,
      content_hash: hashOf(document.getText(range)),
      local,
    },
    ...children.flatMap(child => flatten(document, child, name, inside)),
  ];
}

/** Some providers add the parameters to the name. */
const plain = (name: string) => name.replace(/\(.*$/s, '').trim() || name;
