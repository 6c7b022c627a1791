import * as vscode from 'vscode';
import { renderTranscript } from '../memory/transcript.ts';
import type { ReadScope } from '../model/scope.ts';
import { messageOf } from '../util/errors.ts';
import { plural } from '../util/text.ts';
import { registerCommand } from './commands.ts';
import type { Host } from './host.ts';
import { commands, contextKeys, settings, views } from './ids.ts';
import type { ConversationNode, LayersNode, MoreNode, ToolNode, TurnNode } from './layersNodes.ts';
import { LayersTree } from './layersTree.ts';
import { onDidChangeSetting, readEnabled } from './settings.ts';
import { openToolPage, openTranscript } from './transcripts.ts';

/** Remembered per workspace. */
const ALL_KEY = 'layers.allWorkspaces';

export function registerLayers(host: Host): void {
  const { context, store } = host;
  const showsAll = () => context.workspaceState.get(ALL_KEY, false);
  const scope = async (): Promise<ReadScope> =>
    showsAll() ? 'all' : { workspace_id: (await host.workspaces.current()).id };
  const tree = new LayersTree({
    store,
    scope,
    onState: (state, error) => {
      void vscode.commands.executeCommand('setContext', contextKeys.state, state);
      if (state === 'failed') {
        view.message = messageOf(error);
      } else {
        showMessage();
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
    tree.refresh();
  };
  context.subscriptions.push(
    tree,
    view,
    store.onDidChange(change => {
      if (!change.background) {
        tree.refresh(change);
      }
    }),
    onDidChangeSetting(settings.enabled, showMessage),
  );
  void setAll(showsAll());
  registerCommand(host, commands.refresh, () => tree.refresh());
  registerCommand(host, commands.showAllWorkspaces, () => setAll(true));
  registerCommand(host, commands.showThisWorkspace, () => setAll(false));
  registerCommand(host, commands.itemShowMore, (node: MoreNode) => tree.showMore(node.parent));
  registerItemCommands(host);
}

function registerItemCommands(host: Host): void {
  const { conversations } = host.store;
  registerCommand(host, commands.itemOpenTranscript, (node: ConversationNode | TurnNode) =>
    node.kind === 'turn'
      ? openTranscript(host, node.turn.conversation_id, node.turn.turn_index)
      : openTranscript(host, node.conversation.uuid),
  );
  registerCommand(host, commands.itemAsk, (node: ConversationNode | TurnNode) => {
    const about = node.kind === 'turn' ? node.turn.label : node.conversation.title;
    return vscode.commands.executeCommand(commands.ask, `about “${about}”: `);
  });
  registerCommand(host, commands.itemRename, async ({ conversation }: ConversationNode) => {
    const title = await vscode.window.showInputBox({
      title: 'Rename conversation',
      value: conversation.title,
      validateInput: value => (value.trim() === '' ? 'A name needs at least one letter.' : undefined),
    });
    if (title) {
      await conversations.rename(conversation.uuid, title.trim());
    }
  });
  registerCommand(host, commands.itemArchive, ({ conversation }: ConversationNode) =>
    conversations.setStatus(conversation.uuid, 'archived'),
  );
  registerCommand(host, commands.itemUnarchive, ({ conversation }: ConversationNode) =>
    conversations.setStatus(conversation.uuid, 'active'),
  );
  registerCommand(host, commands.itemDelete, async ({ conversation }: ConversationNode) => {
    const answer = await vscode.window.showWarningMessage(
      `Delete “${conversation.title}”?`,
      {
        modal: true,
        detail: `Its ${plural(conversation.turn_count, 'turn')} will be gone from memory and from the file on disk. This cannot be undone.`,
      },
      'Delete',
    );
    if (answer === 'Delete') {
      await conversations.delete(conversation.uuid);
    }
  });
  registerCommand(host, commands.itemCopy, async (node: LayersNode) => {
    await vscode.env.clipboard.writeText(await textOf(host, node));
  });
  registerCommand(host, commands.itemShowTool, ({ tool, parent }: ToolNode) => openToolPage(parent.turn, tool));
}

async function textOf({ store }: Host, node: LayersNode): Promise<string> {
  if (node.kind === 'conversation') {
    const turns = await store.turns.list(node.conversation.uuid, { limit: 100_000 });
    return renderTranscript(node.conversation, turns, new Date());
  }
  if (node.kind === 'turn') {
    const turn = await store.turns.get(node.turn);
    return [turn?.user.content, turn?.assistant?.content].filter(text => text).join('\n\n');
  }
  return node.kind === 'tool' ? JSON.stringify(node.tool.call.arguments, null, 2) : '';
}
