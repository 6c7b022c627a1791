import * as vscode from 'vscode';
import type { Folder, FolderReader } from '../../workspace/folders/folderReader.ts';

/** A folder of this window, which may be remote or not trusted. */
export function folderAt(uri: vscode.Uri): Folder {
  return { address: uri.toString(), reader: folderReader(uri), mayRunGit: vscode.workspace.isTrusted };
}

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
    list: async path => (await ifThere(vscode.workspace.fs.readDirectory(at(path))))?.map(([name]) => name),
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
