import * as vscode from 'vscode';
import { uriOfPath } from './places.ts';

/** Those of the workspace's files that are there now. */
export async function existingFiles(paths: readonly string[]): Promise<{ path: string; uri: vscode.Uri }[]> {
  const files = await Promise.all(
    [...new Set(paths)].map(async path => {
      const uri = uriOfPath(path);
      return uri && (await isFile(uri)) ? [{ path, uri }] : [];
    }),
  );
  return files.flat();
}

export async function isFile(uri: vscode.Uri): Promise<boolean> {
  try {
    return ((await vscode.workspace.fs.stat(uri)).type & vscode.FileType.File) !== 0;
  } catch {
    return false;
  }
}
