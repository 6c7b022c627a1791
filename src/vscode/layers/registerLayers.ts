import * as vscode from 'vscode';
import { isRoutineKind } from '../../memory/jobs/routine.ts';
import type { Reach } from '../../model/reach.ts';
import { systemClock } from '../../util/clock.ts';
import { describeError, messageOf } from '../../util/errors.ts';
import { registerCommand } from '../commands.ts';
import type { Host } from '../host.ts';
import { commands, contextKeys, settings, views } from '../ids.ts';
import { inform } from '../notify.ts';
import { onDidChangeSetting, readEnabled } from '../settings.ts';
import { registerItemCommands } from './layersCommands.ts';
import type { Arrangement, LayersNode, MoreNode, SummaryNode } from './layersNodes.ts';
import { LayersTree } from './layersTree.ts';
import { LayersWork } from './layersWork.ts';

const REDRAW_MS = 300;
const LINKS_MS = 3000;

/** Remembered per workspace. */
const ALL_KEY = 'layers.allWorkspaces';
const ARRANGEMENT_KEY = 'layers.arrangement';

export function registerLayers(host: Host): void {
  const { context, store, log } = host;
  const showsAll = () => context.workspaceState.get(ALL_KEY, false);
  const arrangement = () => context.workspaceState.get<Arrangement>(ARRANGEMENT_KEY, 'conversation');
  const reach = async (): Promise<Reach> =>
    showsAll() ? 'all' : { workspace_id: (await host.workspaces.current()).id };
  const work = new LayersWork(host.work.jobs);
  const lookAtWork = () => work.look().catch(error => log.debug(`Layers: ${describeError(error)}`));
  const tree = new LayersTree({
    store,
    reach,
    arrangement,
    workOn: id => work.stateOf(id),
    onState: (state, error) => {
      void vscode.commands.executeCommand('setContext', contextKeys.state, state);
      if (state === 'failed') {
        view.message = messageOf(error);
      } else {
        showMessage();
        void lookAtWork();
      }
    },
  });
  const view = vscode.window.createTreeView(views.layers, { treeDataProvider: tree, showCollapseAll: true });
  const showMessage = () => {
    view.message = readEnabled() ? '' : 'Recording is paused.';
  };
  const setAll = async (all: boolean) => {
    await context.workspaceState.update(ALL_KEY, all);
    await vscode.commands.executeCommand('setContext', contextKeys.allWorkspaces, all);
    view.description = all ? 'all workspaces' : '';
    await tree.refresh();
  };
  const arrange = async (by: Arrangement) => {
    await context.workspaceState.update(ARRANGEMENT_KEY, by);
    await vscode.commands.executeCommand('setContext', contextKeys.arrangement, by);
    await tree.refresh();
  };
  let redrawing: NodeJS.Timeout | undefined;
  let drawnAt = 0;
  /** At once the first time, then one for many: each time the tree is drawn again, an open menu loses its item. */
  const redraw = (pause: number, now: boolean) => {
    const wait = drawnAt + pause - systemClock.now();
    if (now && wait <= 0) {
      clearTimeout(redrawing);
      redrawing = undefined;
      drawnAt = systemClock.now();
      void tree.refresh();
    } else {
      redrawing ??= setTimeout(() => redraw(0, true), Math.max(wait, now ? 0 : pause));
    }
  };
  context.subscriptions.push(
    tree,
    view,
    work,
    work.onDidChange(ids => tree.refreshMarks(ids)),
    store.onDidChange(change => {
      if (change.quiet) {
        return;
      }
      if (change.links || change.conversation_id === undefined) {
        redraw(change.links ? LINKS_MS : REDRAW_MS, !change.links);
      } else {
        void tree.refresh(change);
      }
    }),
    // A view that was never opened needs no news.
    host.work.onDidChange(({ kind }) => void (tree.isRead && !isRoutineKind(kind) ? lookAtWork() : undefined)),
    { dispose: () => clearTimeout(redrawing) },
    onDidChangeSetting(settings.enabled, showMessage),
  );
  void setAll(showsAll());
  void arrange(arrangement());
  registerCommand(host, commands.refresh, () => tree.refresh());
  registerCommand(host, commands.showAllWorkspaces, () => setAll(true));
  registerCommand(host, commands.showThisWorkspace, () => setAll(false));
  registerCommand(host, commands.arrangeByLevel, () => arrange('level'));
  registerCommand(host, commands.arrangeByConversation, () => arrange('conversation'));
  registerCommand(host, commands.itemShowMore, (node: MoreNode) => tree.showMore(node.parent));
  registerCommand(host, commands.itemReveal, async ({ summary }: SummaryNode) => {
    await arrange('conversation');
    await reveal(view, await tree.locate(summary.uuid));
  });
  registerItemCommands(host);
}

async function reveal(view: vscode.TreeView<LayersNode>, node: SummaryNode | undefined): Promise<void> {
  if (node) {
    await view.reveal(node, { select: true, focus: true, expand: true });
  } else {
    void inform('That summary is no longer in memory.');
  }
}
