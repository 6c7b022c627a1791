import * as vscode from 'vscode';
import * as git from '../../workspace/git/files.ts';

/** Files below a folder that git knows or would take. False: git cannot tell. */
export async function gitFiles(folder: vscode.Uri, onFiles: (paths: string[]) => Promise<void>): Promise<boolean> {
  return mayRunGit(folder) && (await git.gitFiles(folder.fsPath, onFiles));
}

/** Those of the paths that git does not ignore; all of them when git cannot tell. */
export async function notIgnored(folder: vscode.Uri, paths: readonly string[]): Promise<string[]> {
  return mayRunGit(folder) ? await git.notIgnored(folder.fsPath, paths) : [...paths];
}

export async function gitRenames(folder: vscode.Uri): Promise<{ from: string; to: string }[]> {
  return mayRunGit(folder) ? await git.gitRenames(folder.fsPath) : [];
}

/** In a folder that is not trusted nothing is run: its own settings could name a program. */
const mayRunGit = (folder: vscode.Uri) => folder.scheme === 'file' && vscode.workspace.isTrusted;
