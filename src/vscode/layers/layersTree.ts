import * as vscode from 'vscode';
import type { Conversation } from '../../model/conversation.ts';
import type { Reach } from '../../model/reach.ts';
import { countAll } from '../../store/conversationStore.ts';
import type { Store } from '../../store/store.ts';
import type { StoreChange } from '../../store/storeChange.ts';
import { instantOf } from '../../util/dates.ts';
import { tooltipOf, toTreeItem } from './layersItems.ts';
import type {
  ArchiveNode,
  Arrangement,
  ConversationNode,
  LayersNode,
  LevelNode,
  PagedNode,
  PeriodNode,
  SummaryNode,
} from './layersNodes.ts';
import { LayersReader } from './layersReader.ts';
import type { WorkState } from './layersWork.ts';

export type LayersState = 'ready' | 'noSummaries' | 'empty' | 'emptyEverywhere' | 'failed';

export interface LayersTreeOptions {
  store: Store;
  reach: () => Promise<Reach>;
  /** What the welcome view goes by, told each time the roots are read. */
  onState: (state: LayersState, error?: unknown) => void;
  arrangement?: () => Arrangement;
  workOn?: (conversation_id: string) => WorkState | undefined;
}

type Root = PeriodNode | ArchiveNode | LevelNode;

/** By conversation: periods, conversations, summaries, turns. By level: levels, summaries, what they condense. */
export class LayersTree implements vscode.TreeDataProvider<LayersNode>, vscode.Disposable {
  readonly #options: LayersTreeOptions;
  readonly #reader: LayersReader;
  readonly #changes = new vscode.EventEmitter<LayersNode | undefined>();
  /** What is on screen, to refresh only what changed; undefined before anything was. */
  #roots: readonly Root[] | undefined;
  readonly #conversations = new Map<string, ConversationNode>();
  /** The conversation on top of each group. */
  readonly #tops = new Map<string, string>();
  /** Of each level that was opened: whose summaries it shows, and how they look. */
  readonly #openLevels = new Map<string, LevelLook>();
  /** The first group at the start: open, so that the view begins with something to read. */
  readonly #newest: Partial<Record<Arrangement, string | undefined>> = {};
  readonly #waiting = new Set<string>();
  #refreshing: Promise<void> | undefined;

  constructor(options: LayersTreeOptions) {
    this.#options = options;
    this.#reader = new LayersReader(options);
  }

  readonly onDidChangeTreeData = this.#changes.event;

  get arrangement(): Arrangement {
    return this.#options.arrangement?.() ?? 'conversation';
  }

  /** Somebody has looked at the tree. */
  get isRead(): boolean {
    return this.#roots !== undefined;
  }

  /** Resolves when what changed is told. */
  async refresh(change: StoreChange = { conversation_id: undefined }): Promise<void> {
    if (change.conversation_id === undefined) {
      this.#changes.fire(undefined);
      return;
    }
    this.#waiting.add(change.conversation_id);
    this.#refreshing ??= this.#refreshWaiting().finally(() => {
      this.#refreshing = undefined;
    });
    await this.#refreshing;
  }

  /** The mark of a conversation is another. */
  refreshMarks(conversation_ids: readonly string[]): void {
    for (const id of conversation_ids) {
      const node = this.#conversations.get(id);
      if (node && this.arrangement === 'conversation') {
        this.#changes.fire(node);
      }
    }
  }

  showMore(node: PagedNode): void {
    this.#reader.showMore(node);
    this.#changes.fire(node);
  }

  getTreeItem(node: LayersNode): vscode.TreeItem {
    const opened = node.kind === 'period' && node.period.name === 'Today';
    const work = node.kind === 'conversation' ? this.#options.workOn?.(node.conversation.uuid) : undefined;
    return toTreeItem(node, { opened: opened || node.id === this.#newest[this.arrangement], work });
  }

  resolveTreeItem(item: vscode.TreeItem, node: LayersNode): vscode.TreeItem {
    const work = node.kind === 'conversation' ? this.#options.workOn?.(node.conversation.uuid) : undefined;
    const tooltip = tooltipOf(node, work);
    if (tooltip) {
      item.tooltip = tooltip;
    }
    return item;
  }

  getParent(node: LayersNode): LayersNode | undefined {
    return node.parent;
  }

  async getChildren(node?: LayersNode): Promise<LayersNode[]> {
    if (!node) {
      return await this.#readRoots();
    }
    const children = await this.#reader.children(node);
    const [top] = children;
    if (top?.kind === 'conversation') {
      this.#tops.set(node.id, top.id);
    }
    for (const child of children) {
      if (child.kind === 'conversation') {
        this.#conversations.set(child.conversation.uuid, child);
      }
    }
    if (node.kind === 'level') {
      this.#openLevels.set(node.id, lookOf(children));
    }
    return children;
  }

  /** Where a summary is when arranged by conversation, with all its parents; lists grow until it is among them. */
  async locate(uuid: string): Promise<SummaryNode | undefined> {
    const { store, reach } = this.#options;
    const [read] = await store.summaries.read([uuid]);
    const summary = read?.summary;
    const conversation = summary && (await store.conversations.get(summary.conversation_id));
    if (!conversation) {
      return undefined;
    }
    const roots = await this.#reader.roots('conversation');
    const group = roots.find(root => isIn(conversation, root));
    if (!group) {
      return undefined;
    }
    const updated = instantOf(conversation.updated_at);
    const newer = [{ from: updated, to: group.kind === 'period' ? group.period.to : Number.MAX_SAFE_INTEGER }];
    const [before] = await store.conversations.count(await reach(), newer, conversation.status);
    this.#reader.showMore(group, before?.conversations ?? 0);
    let node: LayersNode | undefined = await this.#find(
      group,
      child => child.kind === 'conversation' && child.conversation.uuid === conversation.uuid,
    );
    while (node && !(node.kind === 'summary' && node.summary.uuid === uuid)) {
      node = await this.#find(
        node,
        child =>
          child.kind === 'summary' &&
          child.summary.level >= summary.level &&
          child.summary.start_turn <= summary.start_turn &&
          child.summary.end_turn >= summary.end_turn,
      );
    }
    return node?.kind === 'summary' ? node : undefined;
  }

  dispose(): void {
    this.#changes.dispose();
  }

  async #find(parent: LayersNode, isIt: (child: LayersNode) => boolean): Promise<LayersNode | undefined> {
    for (;;) {
      const children = await this.#reader.children(parent);
      const child = children.find(isIt);
      const more = children.at(-1);
      if (child || more?.kind !== 'more') {
        return child;
      }
      this.#reader.showMore(more.parent);
    }
  }

  async #readRoots(): Promise<LayersNode[]> {
    try {
      const roots = await this.#reader.roots(this.arrangement);
      this.#roots = roots;
      this.#conversations.clear();
      this.#tops.clear();
      this.#openLevels.clear();
      this.#newest[this.arrangement] ??= roots[0]?.id;
      this.#options.onState(roots.length > 0 ? 'ready' : await this.#emptiness());
      return [...roots];
    } catch (error) {
      this.#options.onState('failed', error);
      return [];
    }
  }

  async #refreshWaiting(): Promise<void> {
    try {
      while (this.#waiting.size > 0) {
        const ids = [...this.#waiting];
        this.#waiting.clear();
        for (const node of await this.#changedBy(ids)) {
          this.#changes.fire(node);
        }
      }
    } catch {
      // Reading everything again says what is wrong.
      this.#changes.fire(undefined);
    }
  }

  /** The nodes to draw again; undefined stands for all. */
  async #changedBy(conversation_ids: readonly string[]): Promise<(LayersNode | undefined)[]> {
    const before = this.#roots;
    const roots = before && (await this.#reader.roots(this.arrangement));
    if (!roots || !hasSameGroups(before, roots)) {
      return [undefined];
    }
    if (this.arrangement === 'level') {
      const changed = await Promise.all(
        before.map(async (root, index) => {
          const counts = JSON.stringify(root) !== JSON.stringify(roots[index]);
          Object.assign(root, roots[index]);
          return counts || (await this.#looksDifferent(root, conversation_ids)) ? root : undefined;
        }),
      );
      return changed.filter(root => root !== undefined);
    }
    if (JSON.stringify(before) !== JSON.stringify(roots)) {
      return [undefined];
    }
    const changed = await Promise.all(conversation_ids.map(id => this.#changed(id, before)));
    return changed.includes('all') ? [undefined] : [...new Set(changed)].filter(node => typeof node === 'object');
  }

  /** A summary may gain files after it was made. */
  async #looksDifferent(root: Root, conversation_ids: readonly string[]): Promise<boolean> {
    const shown = this.#openLevels.get(root.id);
    return (
      shown !== undefined &&
      conversation_ids.some(id => shown.conversations.has(id)) &&
      lookOf(await this.#reader.children(root)).text !== shown.text
    );
  }

  /** The conversation, or its group when it moves there. */
  async #changed(id: string, roots: readonly Root[]): Promise<LayersNode | 'all' | undefined> {
    const conversation = await this.#options.store.conversations.get(id);
    const node = this.#conversations.get(id);
    if (!conversation) {
      return 'all';
    }
    if (!node) {
      const group = roots.find(root => isIn(conversation, root));
      return group && this.#tops.has(group.id) ? group : undefined;
    }
    const moves = node.conversation.updated_at !== conversation.updated_at;
    node.conversation = conversation;
    return moves && this.#tops.get(node.parent.id) !== node.id ? node.parent : node;
  }

  async #emptiness(): Promise<LayersState> {
    const { store } = this.#options;
    const reach = await this.#options.reach();
    if (this.arrangement === 'level' && (await countAll(store, reach)).conversations > 0) {
      return 'noSummaries';
    }
    const totals = reach === 'all' ? undefined : await countAll(store, 'all');
    return totals && totals.conversations > 0 ? 'empty' : 'emptyEverywhere';
  }
}

interface LevelLook {
  conversations: ReadonlySet<string>;
  text: string;
}

function lookOf(children: readonly LayersNode[]): LevelLook {
  const summaries = children.filter(child => child.kind === 'summary');
  return {
    conversations: new Set(summaries.map(({ summary }) => summary.conversation_id)),
    text: JSON.stringify(summaries.map(({ id, files, rule, summary }) => [id, files, rule, summary.created_at])),
  };
}

function hasSameGroups(a: readonly Root[], b: readonly Root[]): boolean {
  return a.length === b.length && a.every((root, index) => root.id === b[index]?.id);
}

function isIn({ status, updated_at }: Conversation, root: Root): boolean {
  if (status === 'archived' || root.kind !== 'period') {
    return status === 'archived' && root.kind === 'archive';
  }
  const instant = instantOf(updated_at);
  return instant >= root.period.from && instant < root.period.to;
}
