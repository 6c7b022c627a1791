import * as vscode from 'vscode';
import { registerCommand } from '../commands.ts';
import type { Host } from '../host.ts';
import { commands, views } from '../ids.ts';
import type { ToolNode, TurnNode } from '../layers/layersNodes.ts';
import { registerAboutFile } from './aboutFile.ts';
import { registerCodeLens } from './codeLens.ts';
import { registerFileBadges } from './fileBadges.ts';
import { type BusyNode, FilesTree } from './filesTree.ts';
import { openTurnFiles } from './goTo.ts';
import { openPath, openToolFiles, type WrittenPath } from './openPath.ts';

const REFRESH_TREE_MS = 400;

export function registerFiles(host: Host): void {
  registerCommand(host, commands.itemOpenFile, (where: WrittenPath | BusyNode) =>
    openPath(host, 'busy' in where ? { path: where.busy.file.path, known: true } : where),
  );
  registerCommand(host, commands.itemGoToFile, (node: TurnNode | ToolNode) =>
    node.kind === 'turn' ? openTurnFiles(host, node.turn) : openToolFiles(host, node.tool, node.parent.turn),
  );
  registerAboutFile(host);
  registerFilesView(host);
  registerCodeLens(host);
  registerFileBadges(host);
}

function registerFilesView({ context, store, workspaces }: Host): void {
  const tree = new FilesTree(store, async () => (await workspaces.current()).id);
  const view = vscode.window.createTreeView(views.files, { treeDataProvider: tree, showCollapseAll: true });
  let timer: NodeJS.Timeout | undefined;
  const refreshLater = () => {
    clearTimeout(timer);
    timer = setTimeout(() => view.visible && tree.refresh(), REFRESH_TREE_MS);
  };
  context.subscriptions.push(
    tree,
    view,
    view.onDidChangeVisibility(({ visible }) => visible && tree.refresh()),
    { dispose: store.onDidChange(({ quiet }) => quiet || refreshLater()).dispose },
    { dispose: () => clearTimeout(timer) },
  );
}
