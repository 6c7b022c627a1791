import type { Conversation, ConversationStatus } from '../model/conversation.ts';
import type { NamedPeriod } from '../model/periods.ts';
import type { ToolUse, TurnHeader } from '../model/turn.ts';

/** What the tree "Layers" is made of. `id` keeps a node open and selected over refreshes. */
export type LayersNode = PeriodNode | ArchiveNode | ConversationNode | TurnNode | ToolNode | FileNode | MoreNode;

export interface PeriodNode {
  kind: 'period';
  id: string;
  parent: undefined;
  period: NamedPeriod;
  count: number;
}

export interface ArchiveNode {
  kind: 'archive';
  id: string;
  parent: undefined;
  count: number;
}

export interface ConversationNode {
  kind: 'conversation';
  id: string;
  parent: PeriodNode | ArchiveNode;
  conversation: Conversation;
}

export interface TurnNode {
  kind: 'turn';
  id: string;
  parent: ConversationNode;
  turn: TurnHeader;
  /** Has tools or files below it. */
  expandable: boolean;
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
  parent: TurnNode;
  path: string;
}

export interface MoreNode {
  kind: 'more';
  id: string;
  parent: PeriodNode | ArchiveNode | ConversationNode;
  left: number;
}

export type PagedNode = MoreNode['parent'];

export function statusOf(node: PeriodNode | ArchiveNode): ConversationStatus {
  return node.kind === 'archive' ? 'archived' : 'active';
}
