import * as vscode from 'vscode';
import type { Conversation } from '../model/conversation.ts';
import { periodsBefore } from '../model/periods.ts';
import type { ReadScope } from '../model/scope.ts';
import { filesOfTools } from '../model/toolFiles.ts';
import type { TurnHeader } from '../model/turn.ts';
import type { Store, StoreChange } from '../store/store.ts';
import { tooltipOf, toTreeItem } from './layersItems.ts';
import {
  type ArchiveNode,
  type ConversationNode,
  type LayersNode,
  type PagedNode,
  type PeriodNode,
  statusOf,
  type TurnNode,
} from './layersNodes.ts';

const PAGE = 100;

export type LayersState = 'ready' | 'empty' | 'emptyEverywhere' | 'failed';

export interface LayersTreeOptions {
  store: Store;
  scope: () => Promise<ReadScope>;
  /** What the welcome view goes by, told each time the roots are read. */
  onState: (state: LayersState, error?: unknown) => void;
}

/** Conversations by date, then turns, then tools and files. Each level is read when it is opened. */
export class LayersTree implements vscode.TreeDataProvider<LayersNode>, vscode.Disposable {
  readonly #options: LayersTreeOptions;
  readonly #changes = new vscode.EventEmitter<LayersNode | undefined>();
  /** How many children a long list shows. */
  readonly #shown = new Map<string, number>();
  /** Conversations on screen, to refresh only what changed. */
  readonly #conversations = new Map<string, ConversationNode>();
  /** The newest group at the start: open, so that the view begins with conversations. */
  #newest: string | undefined;

  constructor(options: LayersTreeOptions) {
    this.#options = options;
  }

  readonly onDidChangeTreeData = this.#changes.event;

  refresh(change: StoreChange = { conversation_id: undefined }): void {
    const known = change.conversation_id === undefined ? undefined : this.#conversations.get(change.conversation_id);
    // A conversation that is on top already only gains a turn; any other moves, and with it the groups.
    const onTop = known?.parent.kind === 'period' && known.parent.period.name === 'Today';
    this.#changes.fire(onTop ? known : undefined);
  }

  showMore(node: PagedNode): void {
    this.#shown.set(node.id, this.#pageOf(node) + PAGE);
    this.#changes.fire(node);
  }

  getTreeItem(node: LayersNode): vscode.TreeItem {
    const opened = node.kind === 'period' && (node.period.name === 'Today' || node.id === this.#newest);
    return toTreeItem(node, opened);
  }

  resolveTreeItem(item: vscode.TreeItem, node: LayersNode): vscode.TreeItem {
    const tooltip = tooltipOf(node);
    if (tooltip) {
      item.tooltip = tooltip;
    }
    return item;
  }

  getParent(node: LayersNode): LayersNode | undefined {
    return node.parent;
  }

  async getChildren(node?: LayersNode): Promise<LayersNode[]> {
    switch (node?.kind) {
      case undefined:
        return this.#roots();
      case 'period':
      case 'archive':
        return this.#conversationsIn(node);
      case 'conversation':
        return this.#turnsOf(node);
      case 'turn':
        return this.#partsOf(node);
      default:
        return [];
    }
  }

  dispose(): void {
    this.#changes.dispose();
  }

  async #roots(): Promise<LayersNode[]> {
    try {
      const { store } = this.#options;
      const scope = await this.#options.scope();
      const periods = periodsBefore(new Date());
      const all = [{ from: Number.MIN_SAFE_INTEGER, to: Number.MAX_SAFE_INTEGER }];
      const [counts, [archived = 0]] = await Promise.all([
        store.conversations.countIn(scope, 'active', periods),
        store.conversations.countIn(scope, 'archived', all),
      ]);
      const groups = periods
        .map((period, index): PeriodNode => {
          return { kind: 'period', id: `period:${period.name}`, parent: undefined, period, count: counts[index] ?? 0 };
        })
        .filter(group => group.count > 0);
      this.#newest ??= groups[0]?.id;
      const archive: ArchiveNode = { kind: 'archive', id: 'archive', parent: undefined, count: archived };
      const roots = archived > 0 ? [...groups, archive] : groups;
      this.#options.onState(roots.length > 0 ? 'ready' : await this.#emptiness(scope));
      return roots;
    } catch (error) {
      this.#options.onState('failed', error);
      return [];
    }
  }

  async #emptiness(scope: ReadScope): Promise<LayersState> {
    const totals = scope === 'all' ? undefined : await this.#options.store.conversations.totals('all');
    return totals && totals.conversations > 0 ? 'empty' : 'emptyEverywhere';
  }

  async #conversationsIn(node: PeriodNode | ArchiveNode): Promise<LayersNode[]> {
    const page = this.#pageOf(node);
    const found = await this.#options.store.conversations.list({
      scope: await this.#options.scope(),
      status: statusOf(node),
      limit: page,
      ...(node.kind === 'period' ? { from: node.period.from, to: node.period.to } : {}),
    });
    return this.#withMore(
      node,
      found.map(conversation => this.#conversationNode(node, conversation)),
      node.count,
    );
  }

  #conversationNode(parent: PeriodNode | ArchiveNode, conversation: Conversation): ConversationNode {
    const node: ConversationNode = {
      kind: 'conversation',
      id: `conversation:${conversation.uuid}`,
      parent,
      conversation,
    };
    this.#conversations.set(conversation.uuid, node);
    return node;
  }

  async #turnsOf(node: ConversationNode): Promise<LayersNode[]> {
    const { store } = this.#options;
    const conversation = (await store.conversations.get(node.conversation.uuid)) ?? node.conversation;
    node.conversation = conversation;
    const headers = await store.turns.headers(conversation.uuid, { limit: this.#pageOf(node) });
    return this.#withMore(
      node,
      headers.map(turn => turnNode(node, turn)),
      conversation.turn_count,
    );
  }

  async #partsOf(node: TurnNode): Promise<LayersNode[]> {
    const turn = await this.#options.store.turns.get(node.turn);
    const tools = turn?.tools ?? [];
    const attached = turn?.user.references.map(reference => reference.path) ?? [];
    const files = new Set([...attached, ...filesOfTools(tools.map(({ call }) => call.arguments))]);
    return [
      ...tools.map(tool => ({ kind: 'tool' as const, id: `tool:${tool.call.uuid}`, parent: node, tool })),
      ...[...files].map(path => ({ kind: 'file' as const, id: `${node.id}:${path}`, parent: node, path })),
    ];
  }

  #withMore(node: PagedNode, children: LayersNode[], total: number): LayersNode[] {
    const left = total - children.length;
    return left > 0 && children.length > 0
      ? [...children, { kind: 'more', id: `${node.id}:more:${children.length}`, parent: node, left }]
      : children;
  }

  #pageOf(node: PagedNode): number {
    return this.#shown.get(node.id) ?? PAGE;
  }
}

function turnNode(parent: ConversationNode, turn: TurnHeader): TurnNode {
  const id = `turn:${turn.conversation_id}:${turn.turn_index}`;
  return { kind: 'turn', id, parent, turn, expandable: turn.tool_count > 0 || turn.reference_count > 0 };
}
