import { type Stretch, stretchesBelow, stretchesOf } from '../../memory/summaries/arrange.ts';
import { periodsBefore } from '../../model/periods.ts';
import type { Reach } from '../../model/reach.ts';
import type { RecallRule } from '../../model/receipt/recallRule.ts';
import type { Summary } from '../../model/summary/summary.ts';
import type { TurnHeader } from '../../model/turn/turn.ts';
import { argumentsOf, turnFiles } from '../../model/turn/turnFiles.ts';
import { ALL_TIME, type ConversationQuery } from '../../store/conversationStore.ts';
import type { Store } from '../../store/store.ts';
import { turnAt } from '../../store/turnStore.ts';
import { dateNow } from '../../util/clock.ts';
import {
  type ArchiveNode,
  type Arrangement,
  type ConversationNode,
  type FileNode,
  idBelow,
  isByLevel,
  type LayersNode,
  type LevelNode,
  type LookupsNode,
  type PagedNode,
  type PeriodNode,
  type SummaryNode,
  statusOf,
  type TurnNode,
} from './layersNodes.ts';

const NODES_A_PAGE = 100;

export interface LayersReaderOptions {
  store: Store;
  reach: () => Promise<Reach>;
}

/** Reads what is below a node, a page at a time. */
export class LayersReader {
  readonly #options: LayersReaderOptions;
  /** How many children a long list shows. */
  readonly #shown = new Map<string, number>();

  constructor(options: LayersReaderOptions) {
    this.#options = options;
  }

  /** At least `atLeast` children, or a page more. */
  showMore(node: PagedNode, atLeast = this.#pageOf(node) + 1): void {
    this.#shown.set(node.id, Math.max(this.#pageOf(node), Math.ceil(atLeast / NODES_A_PAGE) * NODES_A_PAGE));
  }

  async roots(arrangement: Arrangement): Promise<(PeriodNode | ArchiveNode | LevelNode)[]> {
    return arrangement === 'level' ? await this.#levels() : await this.#periods();
  }

  async children(node: LayersNode): Promise<LayersNode[]> {
    switch (node.kind) {
      case 'period':
      case 'archive':
        return await this.#conversationsIn(node);
      case 'level':
        return await this.#summariesOf(node);
      case 'conversation':
        return await this.#inConversation(node);
      case 'summary':
        return await this.#inSummary(node);
      case 'lookups':
        return await this.#lookupsIn(node);
      case 'turn':
        return await this.#partsOf(node);
      default:
        return [];
    }
  }

  async #periods(): Promise<(PeriodNode | ArchiveNode)[]> {
    const { conversations } = this.#options.store;
    const reach = await this.#options.reach();
    const periods = periodsBefore(dateNow());
    const [counts, [archived = { conversations: 0, lookups: 0 }]] = await Promise.all([
      conversations.count(reach, periods, 'active'),
      conversations.count(reach, [ALL_TIME], 'archived'),
    ]);
    const groups = periods
      .map((period, index): PeriodNode => {
        const { conversations: count = 0, lookups = 0 } = counts[index] ?? {};
        return { kind: 'period', id: `period:${period.name}`, parent: undefined, period, count, lookups };
      })
      .filter(group => group.count + group.lookups > 0);
    const { conversations: count, lookups } = archived;
    const archive: ArchiveNode = { kind: 'archive', id: 'archive', parent: undefined, count, lookups };
    return count + lookups > 0 ? [...groups, archive] : groups;
  }

  async #levels(): Promise<LevelNode[]> {
    const levels = await this.#options.store.summaries.statistics(await this.#options.reach());
    return levels
      .map(({ level, count, provisional, newest }): LevelNode => {
        return { kind: 'level', id: `level:${level}`, parent: undefined, level, count, provisional, newest };
      })
      .reverse();
  }

  async #conversationsIn(node: PeriodNode | ArchiveNode): Promise<LayersNode[]> {
    const conversations = await this.#listIn(node, { limit: this.#pageOf(node) });
    const nodes = conversations.map(conversation => conversationNode(node, conversation));
    const lookups = node.lookups > 0 ? [lookupsNode(node, node.lookups)] : [];
    return [...withMore(node, nodes, node.count - nodes.length), ...lookups];
  }

  async #listIn(node: PeriodNode | ArchiveNode, query: Pick<ConversationQuery, 'limit' | 'lookups'>) {
    const reach = await this.#options.reach();
    const within = node.kind === 'period' ? { from: node.period.from, to: node.period.to } : {};
    return await this.#options.store.conversations.list({ reach, status: statusOf(node), ...within, ...query });
  }

  /** Below a group the conversations in which something was only looked up, below those and summaries the turns. */
  async #lookupsIn(node: LookupsNode): Promise<LayersNode[]> {
    const { parent } = node;
    const limit = this.#pageOf(node);
    if (parent.kind === 'period' || parent.kind === 'archive') {
      const conversations = await this.#listIn(parent, { limit: limit + 1, lookups: 'only' });
      const nodes = conversations.slice(0, limit).map(conversation => conversationNode(node, conversation));
      return withMore(node, nodes, conversations.length - nodes.length);
    }
    return node.turns.map(turn => turnNode(node, turn));
  }

  async #summariesOf(node: LevelNode): Promise<LayersNode[]> {
    const page = this.#pageOf(node);
    const reach = await this.#options.reach();
    // One more than is shown tells whether there are more: the count also knows archived conversations.
    const dated = await this.#options.store.summaries.list({ reach, level: node.level, limit: page + 1 });
    const shown = dated.slice(0, page);
    const nodes = await this.#summaryNodes(
      node,
      shown.map(({ summary }) => summary),
    );
    return withMore(node, nodes, dated.length > page ? Math.max(1, node.count - page) : 0);
  }

  async #inConversation(node: ConversationNode): Promise<LayersNode[]> {
    const { store } = this.#options;
    const { uuid } = node.conversation;
    const [conversation = node.conversation, summaries] = await Promise.all([
      store.conversations.get(uuid),
      store.summaries.ofConversation(uuid),
    ]);
    node.conversation = conversation;
    return await this.#stretchNodes(node, stretchesOf(summaries, conversation.turn_count));
  }

  async #inSummary(node: SummaryNode): Promise<LayersNode[]> {
    const { summary } = node;
    const below = summary.level > 1 ? await this.#options.store.summaries.ofConversation(summary.conversation_id) : [];
    const nodes = await this.#stretchNodes(node, stretchesBelow(summary, below));
    const files = isByLevel(node) && summary.level === 1 ? node.files : [];
    const symbolOf = (path: string) => node.scopes?.find(scope => scope.path === path)?.name;
    return [...files.map(path => fileNode(node, path, { symbol: symbolOf(path) })), ...nodes];
  }

  /** Summaries and turns in their order; a page counts both. */
  async #stretchNodes(node: ConversationNode | SummaryNode, stretches: readonly Stretch[]): Promise<LayersNode[]> {
    let room = this.#pageOf(node);
    let left = 0;
    const summaries: Summary[] = [];
    const turns: Promise<TurnHeader[]>[] = [];
    for (const stretch of stretches) {
      const size = 'summary' in stretch ? 1 : stretch.turns.end_turn - stretch.turns.start_turn + 1;
      const taken = Math.min(size, room);
      room -= taken;
      left += size - taken;
      if (taken > 0 && 'summary' in stretch) {
        summaries.push(stretch.summary);
      } else if (taken > 0 && 'turns' in stretch) {
        const { start_turn: from, end_turn: to } = stretch.turns;
        turns.push(this.#options.store.turns.headers(conversationOf(node), { from, to, limit: taken }));
      }
    }
    const headers = (await Promise.all(turns)).flat();
    const isFolded = (turn: TurnHeader) => turn.kind === 'lookup' && node.parent.kind !== 'lookups';
    const nodes: (SummaryNode | TurnNode)[] = [
      ...(await this.#summaryNodes(node, summaries)),
      ...headers
        .filter(turn => !isFolded(turn) && !(turn.withdrawn && turn.status === 'pending'))
        .map(turn => turnNode(node, turn)),
    ];
    nodes.sort((a, b) => firstTurn(a) - firstTurn(b));
    const lookups = headers.filter(isFolded);
    const folded = lookups.length > 0 ? [lookupsNode(node, lookups.length, lookups)] : [];
    return withMore(node, [...nodes, ...folded], left);
  }

  async #summaryNodes(parent: SummaryNode['parent'], summaries: readonly Summary[]): Promise<SummaryNode[]> {
    if (summaries.length === 0) {
      return [];
    }
    const { store } = this.#options;
    const [rules, known] = await Promise.all([
      store.rules.list('all'),
      store.summaries.read(summaries.map(({ uuid }) => uuid)),
    ]);
    const ruleOf = new Map<string, RecallRule>();
    for (const { item, rule } of rules) {
      if ('summary_id' in item) {
        ruleOf.set(item.summary_id, rule);
      }
    }
    return known.map((each): SummaryNode => {
      const { uuid } = each.summary;
      return { ...each, kind: 'summary', id: idBelow(parent, `summary:${uuid}`), parent, rule: ruleOf.get(uuid) };
    });
  }

  async #partsOf(node: TurnNode): Promise<LayersNode[]> {
    const { store } = this.#options;
    const { conversation_id, turn_index } = node.turn;
    const [turn, { files: mentioned }] = await Promise.all([
      turnAt(store, node.turn),
      store.mentions.ofTurns({ conversation_id, from: turn_index, to: turn_index }),
    ]);
    const tools = turn?.tools ?? [];
    const placeOf = (path: string) => {
      const mentions = mentioned.filter(({ file }) => file.path === path);
      const symbol = mentions.find(mention => mention.symbol !== null)?.symbol ?? undefined;
      return { symbol, line: mentions.find(mention => mention.line !== null)?.line ?? undefined };
    };
    const files = turnFiles(turn?.user.references ?? [], argumentsOf(tools), mentioned);
    return [
      ...tools.map(tool => ({ kind: 'tool' as const, id: `${node.id}:${tool.call.uuid}`, parent: node, tool })),
      ...files.slice(0, NODES_A_PAGE).map(path => fileNode(node, path, placeOf(path))),
    ];
  }

  #pageOf(node: PagedNode): number {
    return this.#shown.get(node.id) ?? NODES_A_PAGE;
  }
}

function withMore(node: PagedNode, children: LayersNode[], left: number): LayersNode[] {
  return left > 0 && children.length > 0
    ? [...children, { kind: 'more', id: `${node.id}:more:${children.length}`, parent: node, left }]
    : children;
}

function conversationNode(
  parent: ConversationNode['parent'],
  conversation: ConversationNode['conversation'],
): ConversationNode {
  return { kind: 'conversation', id: `conversation:${conversation.uuid}`, parent, conversation };
}

function lookupsNode(parent: LookupsNode['parent'], count: number, turns: readonly TurnHeader[] = []): LookupsNode {
  return { kind: 'lookups', id: `${parent.id}:lookups`, parent, count, turns };
}

function turnNode(parent: TurnNode['parent'], turn: TurnHeader): TurnNode {
  const id = idBelow(parent, `turn:${turn.conversation_id}:${turn.turn_index}`);
  return {
    kind: 'turn',
    id,
    parent,
    turn,
    expandable: turn.tool_count > 0 || turn.reference_count > 0 || turn.mentions_file,
  };
}

interface FilePlace {
  symbol?: string | undefined;
  line?: number | undefined;
}

function fileNode(parent: TurnNode | SummaryNode, path: string, { symbol, line }: FilePlace = {}): FileNode {
  const place = { ...(symbol === undefined ? {} : { symbol }), ...(line === undefined ? {} : { line }) };
  return { kind: 'file', id: `${parent.id}:${path}`, parent, path, ...place };
}

function conversationOf(node: ConversationNode | SummaryNode): string {
  return node.kind === 'conversation' ? node.conversation.uuid : node.summary.conversation_id;
}

function firstTurn(node: SummaryNode | TurnNode): number {
  return node.kind === 'turn' ? node.turn.turn_index : node.summary.start_turn;
}
