import * as vscode from 'vscode';
import { summaryLabel } from '../../memory/summaries/summaryLabel.ts';
import { renderTranscript } from '../../memory/transcript/transcript.ts';
import type { RecallRule } from '../../model/receipt/recallRule.ts';
import { StoreError } from '../../store/store.ts';
import { turnAt, turnsOf } from '../../store/turnStore.ts';
import { dateNow } from '../../util/clock.ts';
import { registerCommand } from '../commands.ts';
import { openSummary } from '../files/goTo.ts';
import type { Host } from '../host.ts';
import { type CommandId, commands } from '../ids.ts';
import { deleteConversation } from '../recording/forget.ts';
import { openSummaryPage, openToolPage, openTranscript } from '../transcripts/transcripts.ts';
import type { ConversationNode, LayersNode, SummaryNode, ToolNode, TurnNode } from './layersNodes.ts';

type SpokenNode = ConversationNode | SummaryNode | TurnNode;

/** What a person does with one item of the tree. */
export function registerItemCommands(host: Host): void {
  registerCommand(host, commands.itemOpenTranscript, (node: SpokenNode) => openAt(host, node));
  registerCommand(host, commands.itemAsk, (node: SpokenNode) =>
    vscode.commands.executeCommand(commands.ask, `about “${labelOf(node)}”: `),
  );
  registerCommand(host, commands.itemCopy, async (node: LayersNode) => {
    await vscode.env.clipboard.writeText(await textOf(host, node));
  });
  registerCommand(host, commands.itemShowTool, ({ tool, parent }: ToolNode) => openToolPage(parent.turn, tool));
  registerConversationCommands(host);
  registerSummaryCommands(host);
}

function registerConversationCommands(host: Host): void {
  const { conversations } = host.store;
  registerCommand(host, commands.itemRename, async ({ conversation }: ConversationNode) => {
    const title = await vscode.window.showInputBox({
      title: 'Rename conversation',
      value: conversation.title,
      validateInput: value => (value.trim() === '' ? 'A name needs at least one letter.' : undefined),
    });
    if (title) {
      await conversations.update(conversation.uuid, { title: title.trim() });
    }
  });
  registerCommand(host, commands.itemArchive, ({ conversation }: ConversationNode) =>
    conversations.update(conversation.uuid, { status: 'archived' }),
  );
  registerCommand(host, commands.itemUnarchive, ({ conversation }: ConversationNode) =>
    conversations.update(conversation.uuid, { status: 'active' }),
  );
  registerCommand(host, commands.itemDelete, ({ conversation }: ConversationNode) =>
    deleteConversation(host, conversation),
  );
  registerCommand(host, commands.itemRegenerate, (node: ConversationNode | SummaryNode) =>
    vscode.commands.executeCommand(commands.regenerate, conversationOf(node)),
  );
}

function registerSummaryCommands(host: Host): void {
  const { summaries, rules } = host.store;
  registerCommand(host, commands.itemOpenSummary, ({ summary }: SummaryNode) => openSummary(host, summary));
  registerCommand(host, commands.itemShowSummary, async (nodeOrId: SummaryNode | string) => {
    const [dated] = await summaries.read([typeof nodeOrId === 'string' ? nodeOrId : nodeOrId.summary.uuid]);
    if (!dated) {
      throw new StoreError('not-found', 'That summary is no longer in memory.');
    }
    await openSummaryPage(dated.summary);
  });
  const registerRule = (command: CommandId, rule: RecallRule | undefined) =>
    registerCommand(host, command, ({ summary }: SummaryNode) => rules.set({ summary_id: summary.uuid }, rule));
  registerRule(commands.itemPin, 'pin');
  registerRule(commands.itemUnpin, undefined);
  registerRule(commands.itemLeaveOut, 'leave-out');
  registerRule(commands.itemUseAgain, undefined);
}

function openAt(host: Host, node: SpokenNode): Promise<void> {
  switch (node.kind) {
    case 'turn':
      return openTranscript(host, node.turn.conversation_id, node.turn.turn_index);
    case 'summary':
      return openTranscript(host, node.summary.conversation_id, node.summary.start_turn);
    case 'conversation':
      return openTranscript(host, node.conversation.uuid);
  }
}

function labelOf(node: SpokenNode): string {
  switch (node.kind) {
    case 'turn':
      return node.turn.label;
    case 'summary':
      return summaryLabel(node.summary);
    case 'conversation':
      return node.conversation.title;
  }
}

function conversationOf(node: ConversationNode | SummaryNode): string {
  return node.kind === 'summary' ? node.summary.conversation_id : node.conversation.uuid;
}

async function textOf({ store }: Host, node: LayersNode): Promise<string> {
  switch (node.kind) {
    case 'conversation': {
      const turns = await turnsOf(store, node.conversation.uuid, { limit: 100_000 });
      return renderTranscript(node.conversation, turns, dateNow());
    }
    case 'summary': {
      const { conversation_summary, actions_summary, key_findings } = node.summary;
      const findings = key_findings.map(finding => `- ${finding}`).join('\n');
      return [conversation_summary, actions_summary, findings].filter(text => text !== '').join('\n\n');
    }
    case 'turn': {
      const turn = await turnAt(store, node.turn);
      return [turn?.user.content, turn?.assistant?.content].filter(text => text).join('\n\n');
    }
    case 'tool':
      return JSON.stringify(node.tool.call.arguments, null, 2);
    default:
      return '';
  }
}
