import * as vscode from 'vscode';
import { escapeMarkdown, quoteMarkdown } from '../../memory/markdown/markdown.ts';
import { sayDuration } from '../../memory/transcript/transcript.ts';
import { dateNow } from '../../util/clock.ts';
import { formatTime, sayDate } from '../../util/dates.ts';
import { firstLine, plural, sayCount, shorten } from '../../util/text.ts';
import { commands } from '../ids.ts';
import type { ConversationNode, FileNode, LayersNode, ToolNode, TurnNode } from './layersNodes.ts';
import type { WorkState } from './layersWork.ts';
import { levelItem, summaryItem, summaryTooltip } from './summaryItem.ts';

const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;

export interface ItemLook {
  opened: boolean;
  work: WorkState | undefined;
}

/** How each node looks. Tooltips are filled in when a person rests on one. */
export function toTreeItem(node: LayersNode, look: ItemLook): vscode.TreeItem {
  const item = makeItem(node, look);
  item.id = node.id;
  return item;
}

function makeItem(node: LayersNode, { opened, work }: ItemLook): vscode.TreeItem {
  switch (node.kind) {
    case 'period': {
      const item = new vscode.TreeItem(node.period.name, opened ? Expanded : Collapsed);
      item.description = node.count > 0 ? sayCount(node.count) : '';
      return item;
    }
    case 'archive': {
      const item = new vscode.TreeItem('Archived', Collapsed);
      item.description = sayCount(node.count);
      item.iconPath = new vscode.ThemeIcon('archive');
      return item;
    }
    case 'level':
      return levelItem(node, opened);
    case 'conversation':
      return conversationItem(node, work);
    case 'summary':
      return summaryItem(node);
    case 'turn':
      return turnItem(node);
    case 'tool':
      return toolItem(node);
    case 'file':
      return fileItem(node);
    case 'lookups': {
      const item = new vscode.TreeItem(plural(node.count, 'lookup'), Collapsed);
      item.iconPath = new vscode.ThemeIcon('search');
      item.tooltip = 'Questions that were answered by quoting memory, and commands. They are no memory themselves.';
      return item;
    }
    case 'more': {
      const item = new vscode.TreeItem(`Show ${Math.min(100, node.left)} more`, None);
      item.iconPath = new vscode.ThemeIcon('ellipsis');
      item.description = `${sayCount(node.left)} left`;
      item.command = { command: commands.itemShowMore, title: 'Show more', arguments: [node] };
      return item;
    }
  }
}

const workIcons: Record<WorkState['state'], vscode.ThemeIcon> = {
  working: new vscode.ThemeIcon('sync~spin'),
  failed: new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground')),
};

function conversationItem({ conversation, parent }: ConversationNode, work: WorkState | undefined): vscode.TreeItem {
  const item = new vscode.TreeItem(conversation.title, Collapsed);
  const changed = new Date(conversation.updated_at);
  const group = parent.kind === 'lookups' ? parent.parent : parent;
  const today = group.kind === 'period' && ['Today', 'Yesterday'].includes(group.period.name);
  item.description = today ? formatTime(changed) : sayDate(changed, dateNow());
  item.iconPath = work ? workIcons[work.state] : new vscode.ThemeIcon('comment-discussion');
  item.contextValue = conversation.status === 'archived' ? 'conversation.archived' : 'conversation';
  item.accessibilityInformation = {
    label: [
      `Conversation: ${conversation.title}`,
      item.description,
      plural(conversation.turn_count, 'turn'),
      ...(work ? [work.state === 'working' ? 'being summarised' : 'summarising failed'] : []),
    ].join(', '),
  };
  return item;
}

const turnIcons: Record<TurnNode['turn']['status'], vscode.ThemeIcon> = {
  complete: new vscode.ThemeIcon('account'),
  pending: new vscode.ThemeIcon('sync'),
  failed: new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground')),
  cancelled: new vscode.ThemeIcon('circle-slash'),
};

function turnItem({ turn, expandable }: TurnNode): vscode.TreeItem {
  const label = `${turn.turn_index + 1}  ${turn.label || '(no words)'}`;
  const item = new vscode.TreeItem(label, expandable ? Collapsed : None);
  const marks = { complete: '', pending: 'no answer', failed: 'failed', cancelled: 'cancelled' }[turn.status];
  const taken = turn.withdrawn ? 'taken back' : '';
  item.description = [taken, marks, turn.tool_count > 0 ? plural(turn.tool_count, 'tool') : '']
    .filter(Boolean)
    .join(' · ');
  item.iconPath = turnIcons[turn.status];
  item.contextValue = 'turn';
  item.command = {
    command: commands.openTranscript,
    title: 'Open transcript',
    arguments: [turn.conversation_id, turn.turn_index],
  };
  return item;
}

function toolItem(node: ToolNode): vscode.TreeItem {
  const { call } = node.tool;
  const item = new vscode.TreeItem(`${call.tool_name} ${mainArgument(call.arguments)}`.trim(), None);
  const time = call.duration_ms === null ? '' : ` ${sayDuration(call.duration_ms)}`;
  item.description = `${call.success ? '✓' : '✗'}${time}`;
  item.iconPath = new vscode.ThemeIcon('tools');
  item.contextValue = 'tool';
  item.command = { command: commands.itemShowTool, title: 'Show arguments and result', arguments: [node] };
  return item;
}

/** The argument a person would name the call by: the first text in it. */
function mainArgument(args: unknown): string {
  const values = typeof args === 'object' && args !== null ? Object.values(args) : [args];
  const first = values.find(value => typeof value === 'string' && value !== '');
  return typeof first === 'string' ? firstLine(first, 60) : '';
}

function fileItem({ path, symbol, line, parent }: FileNode): vscode.TreeItem {
  const item = new vscode.TreeItem(symbol ? `${path} · ${symbol}` : path, None);
  item.iconPath = new vscode.ThemeIcon('file-code');
  item.contextValue = 'file';
  const where = parent.kind === 'turn' ? { said: turnRef(parent) } : { known: true };
  item.command = { command: commands.itemOpenFile, title: 'Open file', arguments: [{ path, symbol, line, ...where }] };
  return item;
}

const turnRef = ({ turn: { conversation_id, turn_index } }: TurnNode) => ({ conversation_id, turn_index });

export function tooltipOf(node: LayersNode, work?: WorkState): vscode.MarkdownString | undefined {
  if (node.kind === 'summary') {
    return summaryTooltip(node);
  }
  if (node.kind === 'conversation') {
    const { conversation } = node;
    return new vscode.MarkdownString(
      [
        `**${escapeMarkdown(conversation.title)}**`,
        `${plural(conversation.turn_count, 'turn')}, ${sayCount(conversation.total_chars)} characters, in ` +
          `${escapeMarkdown(conversation.workspace_name)}, from ${sourceName(conversation.source)}`,
        `Begun ${fullDate(conversation.created_at)}, last changed ${fullDate(conversation.updated_at)}`,
        ...(work?.state === 'working' ? ['It is being summarised.'] : []),
        ...(work?.state === 'failed'
          ? [`It could not be summarised: ${escapeMarkdown(work.error)} “Memory: Show Background Work” tries again.`]
          : []),
      ].join('\n\n'),
    );
  }
  if (node.kind === 'turn') {
    const { turn } = node;
    return new vscode.MarkdownString(
      [
        quoteMarkdown(shorten(turn.label, 300)),
        `${fullDate(turn.timestamp)} · ${sayCount(turn.char_count)} characters${turn.model ? ` · ${escapeMarkdown(turn.model)}` : ''}`,
      ].join('\n\n'),
    );
  }
  return undefined;
}

export function sourceName(source: string): string {
  return source === 'memory' ? '@memory' : escapeMarkdown(source);
}

function fullDate(stored: string): string {
  return new Date(stored).toLocaleString();
}
