import * as vscode from 'vscode';
import type { Receipt } from '../../model/receipt/receipt.ts';
import { registerCommand } from '../commands.ts';
import { existingFiles } from '../files/existingFiles.ts';
import type { Host } from '../host.ts';
import { commands } from '../ids.ts';
import type { Exchange } from './exchange.ts';

const REFERENCES = 8;

/** What stands under an answer: the files it was made of, why it is as it is, and a way to open them. */
export async function endAnswer({ stream, ref }: Exchange, receipt: Receipt): Promise<void> {
  const paths = receipt.given.flatMap(({ files }) => files);
  const files = (await existingFiles(paths)).slice(0, REFERENCES);
  for (const { uri } of files) {
    stream.reference(uri);
  }
  const links = [
    ...(ref ? [{ title: 'Why this answer', command: commands.showReceipt, args: [ref] }] : []),
    ...(files.length > 0
      ? [
          {
            icon: 'go-to-file',
            title: 'Open files',
            command: commands.itemOpenFiles,
            args: [files.map(({ path }) => path)],
          },
        ]
      : []),
  ];
  if (links.length > 0) {
    stream.footer(links);
  }
}

export function registerOpenFiles(host: Host): void {
  registerCommand(host, commands.itemOpenFiles, async (paths: readonly string[]) => {
    const files = await existingFiles(paths);
    const items = files.map(({ path, uri }) => ({ label: path, uri }));
    const picked =
      items.length > 1 ? await vscode.window.showQuickPick(items, { placeHolder: 'Which file?' }) : items[0];
    if (picked) {
      await vscode.commands.executeCommand('vscode.open', picked.uri);
    }
  });
}
