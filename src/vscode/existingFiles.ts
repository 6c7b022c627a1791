import * as vscode from 'vscode';

/** Where the paths that memory keeps begin. */
export function folderUri(): vscode.Uri | undefined {
  return vscode.workspace.workspaceFolders?.[0]?.uri;
}

/** Those of the workspace's files that are there now. */
export async function existingFiles(paths: readonly string[]): Promise<{ path: string; uri: vscode.Uri }[]> {
  const found = await Promise.all(
    [...new Set(paths)].map(async path => {
      const uri = fileIn(folderUri(), path);
      return uri && (await isFile(uri)) ? [{ path, uri }] : [];
    }),
  );
  return found.flat();
}

async function isFile(uri: vscode.Uri): Promise<boolean> {
  try {
    return (await vscode.workspace.fs.stat(uri)).type !== vscode.FileType.Directory;
  } catch {
    return false;
  }
}

/** Undefined for a path that leads out of the folder. */
export function fileIn(folder: vscode.Uri | undefined, path: string): vscode.Uri | undefined {
  const outside = /^([a-z][\w+.-]*:|[\\/~])|(^|[\\/])\.\.([\\/]|$)/i.test(path);
  return folder && !outside ? vscode.Uri.joinPath(folder, path) : undefined;
}
