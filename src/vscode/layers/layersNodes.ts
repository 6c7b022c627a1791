import type { Conversation, ConversationStatus } from '../../model/conversation.ts';
import type { NamedPeriod } from '../../model/periods.ts';
import type { RecallRule } from '../../model/receipt/recallRule.ts';
import type { NamedScope, Summary } from '../../model/summary/summary.ts';
import type { ToolUse, TurnHeader } from '../../model/turn/turn.ts';

export type Arrangement = 'conversation' | 'level';

/** What the tree "Layers" is made of. `id` keeps a node open and selected over refreshes. */
export type LayersNode =
  | PeriodNode
  | ArchiveNode
  | LevelNode
  | ConversationNode
  | SummaryNode
  | TurnNode
  | LookupsNode
  | ToolNode
  | FileNode
  | MoreNode;

export interface PeriodNode {
  kind: 'period';
  id: string;
  parent: undefined;
  period: NamedPeriod;
  count: number;
  /** Turns of conversations in which something was only looked up. */
  lookups: number;
}

export interface ArchiveNode {
  kind: 'archive';
  id: string;
  parent: undefined;
  count: number;
  lookups: number;
}

/** All summaries of one level. */
export interface LevelNode {
  kind: 'level';
  id: string;
  parent: undefined;
  level: number;
  count: number;
  provisional: number;
  /** When the newest was made. */
  newest: string;
}

export interface ConversationNode {
  kind: 'conversation';
  id: string;
  parent: PeriodNode | ArchiveNode | LookupsNode;
  conversation: Conversation;
}

export interface SummaryNode {
  kind: 'summary';
  id: string;
  parent: ConversationNode | LevelNode | SummaryNode;
  summary: Summary;
  conversation_title: string;
  /** Workspace-relative paths. */
  files: readonly string[];
  scopes?: readonly NamedScope[];
  /** When the last turn it stands for was said. */
  timestamp: string;
  rule: RecallRule | undefined;
}

export interface TurnNode {
  kind: 'turn';
  id: string;
  parent: ConversationNode | SummaryNode | LookupsNode;
  turn: TurnHeader;
  /** Has tools or files below it. */
  expandable: boolean;
}

/** What was only looked up, folded away: whole conversations below a group, else turns. */
export interface LookupsNode {
  kind: 'lookups';
  id: string;
  parent: PeriodNode | ArchiveNode | ConversationNode | SummaryNode;
  count: number;
  /** Empty below a group. */
  turns: readonly TurnHeader[];
}

export interface ToolNode {
  kind: 'tool';
  id: string;
  parent: TurnNode;
  tool: ToolUse;
}

export interface FileNode {
  kind: 'file';
  id: string;
  parent: TurnNode | SummaryNode;
  path: string;
  /** The first of its symbols that was talked about. */
  symbol?: string;
  line?: number;
}

export interface MoreNode {
  kind: 'more';
  id: string;
  parent: PeriodNode | ArchiveNode | LevelNode | ConversationNode | SummaryNode | LookupsNode;
  left: number;
}

export type PagedNode = MoreNode['parent'];

export function statusOf(node: PeriodNode | ArchiveNode): ConversationStatus {
  return node.kind === 'archive' ? 'archived' : 'active';
}

export function isByLevel(node: LayersNode): boolean {
  return node.parent === undefined ? node.kind === 'level' : isByLevel(node.parent);
}

/** By level the same summary is shown in several places; by conversation each thing has one, and keeps its id when it moves. */
export function idBelow(parent: ConversationNode | LevelNode | SummaryNode | LookupsNode, own: string): string {
  return isByLevel(parent) ? `${parent.id}/${own}` : own;
}
