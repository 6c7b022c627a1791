import { isAbsolute } from 'node:path';
import * as vscode from 'vscode';
import { isFile } from '../files/existingFiles.ts';
import { settings } from '../ids.ts';
import { readPersona } from '../settings.ts';

const MOST_PERSONA_BYTES = 64 * 1024;

/** `strata.persona`: how a person wants to be answered, passed on as it stands. What is wrong with it is told once. */
export class Persona {
  readonly #told = new Set<string>();

  async read(): Promise<{ text?: string; problem?: string }> {
    const path = readPersona();
    if (path === '') {
      return {};
    }
    if (!/\.luciform$/i.test(path)) {
      return { problem: `The persona was left out: \`${settings.persona}\` must name a .luciform file.` };
    }
    const uri = isAbsolute(path) ? vscode.Uri.file(path) : await inFolders(path);
    try {
      const size = uri && (await vscode.workspace.fs.stat(uri)).size;
      if (uri && size !== undefined && size <= MOST_PERSONA_BYTES) {
        return { text: Buffer.from(await vscode.workspace.fs.readFile(uri)).toString('utf8') };
      }
      return {
        problem: `The persona was left out: ${uri ? `\`${path}\` is larger than 64 KB` : 'no folder is open'}.`,
      };
    } catch {
      return { problem: `The persona was left out: \`${path}\` could not be read.` };
    }
  }

  /** Whether this is new to the person. */
  tell(problem: string): boolean {
    const isNew = !this.#told.has(problem);
    this.#told.add(problem);
    return isNew;
  }
}

/** In the first open folder that has it; else where it would be expected. */
async function inFolders(path: string): Promise<vscode.Uri | undefined> {
  const places = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => vscode.Uri.joinPath(uri, path));
  for (const uri of places) {
    if (await isFile(uri)) {
      return uri;
    }
  }
  return places[0];
}
