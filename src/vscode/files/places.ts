import * as vscode from 'vscode';
import { belowFolder, prefixesOf, rootOf, underPrefix } from '../../memory/mentions/files/roots.ts';
import { repositoryAround } from '../../workspace/git/files.ts';

/** An open folder, and what stands before the paths of its files in memory. */
export interface OpenRoot {
  folder: vscode.WorkspaceFolder;
  prefix: string;
}

let lastRoots: { key: string; roots: readonly OpenRoot[] } | undefined;

export function openRoots(): readonly OpenRoot[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const key = folders.map(({ uri, name }) => `${uri} ${name}`).join('\n');
  if (lastRoots?.key !== key) {
    lastRoots = { key, roots: rootsOf(folders) };
  }
  return lastRoots.roots;
}

function rootsOf(folders: readonly vscode.WorkspaceFolder[]): OpenRoot[] {
  const [first] = folders;
  const prefixes = prefixesOf(
    // Looked up once a window.
    first ? repositoryAround(first.uri.toString()) : '',
    // One on another machine does not lie inside, whatever its path is.
    folders.map(({ uri, name }) => ({ path: isBeside(uri, first?.uri) ? uri.path : `${uri}`, name })),
  );
  return folders.map((folder, at) => ({ folder, prefix: prefixes[at] ?? '' }));
}

const isBeside = (uri: vscode.Uri, other: vscode.Uri | undefined) =>
  uri.scheme === other?.scheme && uri.authority === other.authority;

/** The innermost open folder that holds it, and the rest of its path there. */
export function rootOfUri(uri: vscode.Uri): (OpenRoot & { inside: string }) | undefined {
  const roots = openRoots().flatMap(root => {
    const { uri: folder } = root.folder;
    const inside = isBeside(uri, folder) ? belowFolder(folder.path, uri.path) : undefined;
    return inside === undefined ? [] : { ...root, inside };
  });
  return roots.sort((a, b) => a.inside.length - b.inside.length)[0];
}

/** As memory names it: from the repository's root on; in another open folder, after that folder's name. */
export function pathOfUri(uri: vscode.Uri): string | undefined {
  const root = rootOfUri(uri);
  return root?.inside ? underPrefix(root.prefix, root.inside) : undefined;
}

/** Where a path of memory lies now; undefined when it leads outside of all open folders. */
export function uriOfPath(path: string): vscode.Uri | undefined {
  if (/^([a-z][\w+.-]*:|\/|~(?:\/|$))|\\|(^|\/)\.\.(\/|$)/i.test(path)) {
    return undefined;
  }
  const place = rootOf(openRoots(), path);
  return place && vscode.Uri.joinPath(place.root.folder.uri, place.inside);
}

/** Where it lies in the first open folder, if there. */
export function pathInFirstFolder(uri: vscode.Uri): string | undefined {
  const [first] = openRoots();
  return first && isBeside(uri, first.folder.uri) ? belowFolder(first.folder.uri.path, uri.path) : undefined;
}
