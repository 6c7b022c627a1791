import * as vscode from 'vscode';
import type { FolderReader } from '../../memory/identity/repository.ts';

/** The files beside a folder through VS Code, which also reaches those of remote windows. */
export function folderReader(folder: vscode.Uri): FolderReader {
  const at = (path: string) => folder.with({ path });
  return {
    read: async path => {
      const bytes = await ifThere(vscode.workspace.fs.readFile(at(path)));
      return bytes && Buffer.from(bytes).toString('utf8');
    },
    stat: async path => {
      const stat = await ifThere(vscode.workspace.fs.stat(at(path)));
      return stat && { isFolder: (stat.type & vscode.FileType.Directory) !== 0, born: stat.ctime };
    },
  };
}

async function ifThere<T>(reading: Thenable<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    // ENOTDIR: a file stands where a folder of the path would be.
    if (error instanceof vscode.FileSystemError && ['FileNotFound', 'FileNotADirectory'].includes(error.code)) {
      return undefined;
    }
    throw error;
  }
}
