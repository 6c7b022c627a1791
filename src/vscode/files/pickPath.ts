import * as vscode from 'vscode';
import { plainLabel } from '../plainLabel.ts';

/** Asks which of several files is meant. */
export async function pickPath(paths: readonly string[], asked: string): Promise<string | undefined> {
  const items = paths.map(path => ({ label: plainLabel(path), path }));
  return (await vscode.window.showQuickPick(items, { placeHolder: `Which ${asked} is meant?` }))?.path;
}
