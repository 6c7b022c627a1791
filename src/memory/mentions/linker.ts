import type {
  FileLink,
  FileMention,
  OpenMention,
  ScopeLink,
  TurnLinks,
  UnmatchedMention,
} from '../../model/file/mention.ts';
import type { Summary } from '../../model/summary/summary.ts';
import type { Message, Turn, TurnRef } from '../../model/turn/turn.ts';
import { materialOf } from '../../model/turn/whatIsMemory.ts';
import type { LinkedTurn, UnlinkedSummary } from '../../store/mentionStore.ts';
import { type Store, StoreError } from '../../store/store.ts';
import { turnAt } from '../../store/turnStore.ts';
import { type Now, systemClock } from '../../util/clock.ts';
import type { Match } from './files/fileIndex.ts';
import { type FileSymbol, findSymbol, isNamedEnough } from './files/fileSymbols.ts';
import { linkMade, MAX_UNMATCHED, mayBeMade } from './madeFiles.ts';
import { oneEach } from './oneEach.ts';
import { asSymbol, plainSymbol, symbolsIn } from './reading/symbols.ts';
import { mentionsOfTurn } from './reading/turnMentions.ts';
import { nameOf, namesOf } from './waitingNames.ts';

/** The files of the open workspace, as whoever has them tells. */
export interface WorkspaceView {
  /** `known`: the path is one of memory's own, as that of an attached file. */
  match(path: string, near: readonly string[], known?: boolean): Promise<Match>;
  /** Undefined when nobody knows the symbols of such files. */
  symbols(path: string): Promise<readonly FileSymbol[] | undefined>;
}

const WAITING_A_BATCH = 50;
/** Of one summary, so many files are looked into for its symbols. */
const MAX_FILES = 20;
const MAX_NAMES = 60;

export interface LinkedAll {
  /** How many files were found to be mentioned. */
  files: number;
  /** What was tried in vain and waits still. */
  left: ReadonlySet<string>;
}

/** Ties recorded turns and summaries to files and symbols of this workspace. */
export class Linker {
  readonly #store: Store;
  readonly #view: WorkspaceView;
  readonly #clock: Now;

  constructor(store: Store, view: WorkspaceView, clock: Now = systemClock) {
    this.#store = store;
    this.#view = view;
    this.#clock = clock;
  }

  /** `also`: files that the conversation mentions and the store does not know of yet. */
  async #linksOf(ref: TurnRef, also: readonly string[]): Promise<TurnLinks | undefined> {
    const stored = await turnAt(this.#store, ref);
    if (!stored) {
      return undefined;
    }
    const turn = materialOf(stored);
    const mentions = turn ? mentionsByMessage(turn) : [];
    const conversationFiles = mentions.length > 0 ? await this.#store.files.ofConversation(ref.conversation_id) : [];
    const near = [...conversationFiles.map(({ path }) => path), ...also];
    // Those that are certain first: they settle the others.
    const certain = await this.#matched(mentions, []);
    near.push(...certain.flatMap(({ match }) => (match && 'file' in match ? match.file : [])));
    const matched = await this.#matched(mentions, near);
    const isKnown = await this.#knownOf(ref, matched);
    const files: FileLink[] = [];
    const open: OpenMention[] = [];
    const unmatched: UnmatchedMention[] = [];
    for (const { message_id, mention, match } of matched) {
      const { kind, line = null, symbol = null } = mention;
      if (match && 'file' in match) {
        files.push({ message_id, path: match.file, kind, line, symbol });
      } else if (match) {
        open.push({ message_id, path: mention.path, kind, line, symbol, candidates: match.candidates });
      } else if (isKnown.has(mention.path)) {
        files.push({ message_id, path: mention.path, kind, line, symbol, gone: true });
      } else if (mayBeMade(mention)) {
        unmatched.push({ message_id, path: mention.path, kind, line, symbol });
      }
    }
    const message_ids = [stored.user, stored.assistant].flatMap(message => message?.uuid ?? []);
    return { message_ids, files: oneEach(files), open, unmatched: fewOfEach(unmatched) };
  }

  /** Resolves to how many files it mentions by its own names. */
  async linkSummary({ summary_id, conversation_id, names }: UnlinkedSummary): Promise<number> {
    const [dated] = await this.#store.summaries.read([summary_id]);
    if (!dated) {
      return 0;
    }
    const [linked] = await this.#store.files.linksOf([summary_id]);
    const linkedPaths = linked?.files.map(({ path }) => path) ?? [];
    const matches = await Promise.all(names.files.map(name => this.#view.match(name, linkedPaths)));
    const files = [...new Set(matches.flatMap(match => (match && 'file' in match ? match.file : [])))];
    const scopes = await this.#scopesOf(
      dated.summary,
      [...new Set([...files, ...linkedPaths])].slice(0, MAX_FILES),
      names.scopes,
    );
    await this.#store.mentions.linkSummary({ summary_id, conversation_id }, { files, scopes });
    return files.length;
  }

  /** What was said about these files before they were made. Resolves to how many turns were linked. */
  async linkMade(workspace_id: string, madeFiles: Iterable<string>, signal: AbortSignal): Promise<number> {
    return await linkMade(this.#store, this.#view, workspace_id, madeFiles, this.#clock.now(), signal);
  }

  /** All that waits for this workspace; stops between two when told to. */
  async linkAll(workspace_id: string, signal: AbortSignal): Promise<LinkedAll> {
    const tried = new Set<string>();
    let files = 0;
    for (;;) {
      const waiting = await this.#store.mentions.waiting(workspace_id, WAITING_A_BATCH);
      const turns = waiting.turns.filter(isNew(tried));
      if (turns.length > 0) {
        files += await this.#linkBatch(turns, signal);
      }
      // The files of the turns tell where to look for symbols.
      const summaries = turns.length > 0 ? [] : waiting.summaries.filter(isNew(tried));
      for (const summary of summaries) {
        if (!signal.aborted) {
          files += (await this.linkSummary(summary).catch(ignoreGone)) ?? 0;
          await othersFirst();
        }
      }
      if (signal.aborted || turns.length + summaries.length === 0) {
        return { files, left: namesOf(waiting) };
      }
    }
  }

  /** One transaction for all of them: each by itself would wait for the disk, and tell every view. */
  async #linkBatch(refs: readonly TurnRef[], signal: AbortSignal): Promise<number> {
    const batch: LinkedTurn[] = [];
    const filesByConversation = new Map<string, string[]>();
    for (const ref of refs) {
      if (signal.aborted) {
        return 0;
      }
      const also = filesByConversation.get(ref.conversation_id) ?? [];
      const links = await this.#linksOf(ref, also);
      if (links) {
        batch.push({ ref, links });
        filesByConversation.set(ref.conversation_id, [...also, ...links.files.map(({ path }) => path)]);
      }
      await othersFirst();
    }
    try {
      await this.#store.mentions.linkTurns(batch);
    } catch (error) {
      ignoreGone(error);
      // One was deleted meanwhile; the others are linked one by one.
      for (const turn of batch) {
        await this.#store.mentions.linkTurns([turn]).catch(ignoreGone);
      }
    }
    return batch.reduce((sum, { links }) => sum + links.files.length, 0);
  }

  async #matched(mentions: readonly Said[], near: readonly string[]): Promise<Matched[]> {
    const matched: Matched[] = [];
    for (const ofMessage of mentions) {
      const { path, kind } = ofMessage.mention;
      matched.push({ ...ofMessage, match: await this.#view.match(path, near, kind === 'reference') });
    }
    return matched;
  }

  /** Of the paths that the workspace does not have, those of files that memory knows: they were there when it was said. */
  async #knownOf({ conversation_id }: TurnRef, matched: readonly Matched[]): Promise<ReadonlySet<string>> {
    const missing = matched.flatMap(({ match, mention }) => (match ? [] : mention.path));
    const conversation = missing.length > 0 ? await this.#store.conversations.get(conversation_id) : undefined;
    const knownFiles = conversation ? await this.#store.files.known(conversation.workspace_id, missing) : [];
    return new Set(knownFiles.map(({ path }) => path));
  }

  async #scopesOf(summary: Summary, files: readonly string[], givenNames: readonly string[]): Promise<ScopeLink[]> {
    const { conversation_id, start_turn: from, end_turn: to } = summary;
    const { files: mentioned } = await this.#store.mentions.ofTurns({ conversation_id, from, to });
    const texts = [summary.conversation_summary, summary.actions_summary, ...summary.key_findings];
    const names = [...givenNames.map(name => asSymbol(name) ?? plainSymbol(name)), ...texts.flatMap(symbolsIn)];
    const symbolNames = [...new Set(names)].slice(0, MAX_NAMES);
    const scopes: ScopeLink[] = [];
    for (const path of files) {
      const together = mentioned.flatMap(({ file, symbol }) => (file.path === path && symbol ? symbol : []));
      const symbols = symbolNames.length + together.length > 0 ? await this.#view.symbols(path) : [];
      if (!symbols) {
        // Without a provider only what was named together with the file is certain to be in it.
        scopes.push(
          ...together.map(name => ({
            path,
            name,
            kind: 'symbol',
            start_line: null,
            end_line: null,
            content_hash: null,
          })),
        );
        continue;
      }
      for (const name of new Set([...together, ...symbolNames])) {
        const symbol = findSymbol(symbols, name);
        if (symbol && (isNamedEnough(symbol, name) || together.includes(name))) {
          const { local: _, ...rest } = symbol;
          scopes.push({ path, ...rest });
        }
      }
    }
    return [...new Map(scopes.map(scope => [`${scope.path}\n${scope.name}`, scope])).values()];
  }
}

interface Said {
  message_id: string;
  mention: FileMention;
}

type Matched = Said & { match: Match };

/** Question and answer apart: who said it is part of why a file is shown. */
function mentionsByMessage(turn: Turn): Said[] {
  const { user, assistant } = turn;
  const silent: Message = { ...user, content: '', references: [] };
  const inQuestion = mentionsOfTurn({ ...turn, assistant: undefined, tools: [] });
  const inAnswer = assistant ? mentionsOfTurn({ ...turn, user: silent }) : [];
  return [
    ...inQuestion.map(mention => ({ message_id: user.uuid, mention })),
    ...inAnswer.map(mention => ({ message_id: assistant!.uuid, mention })),
  ];
}

/** A listing of files that are elsewhere would fill the store. */
function fewOfEach(mentions: readonly UnmatchedMention[]): UnmatchedMention[] {
  const byMessage = Map.groupBy(mentions, ({ message_id }) => message_id);
  return [...byMessage.values()].flatMap(ofMessage => ofMessage.slice(0, MAX_UNMATCHED));
}

/** Reading a long turn takes a while; others want their turn too. */
const othersFirst = () => new Promise(done => setImmediate(done));

/** What was tried in vain is not tried again at once. */
const isNew = (tried: Set<string>) => (waiting: TurnRef | UnlinkedSummary) => {
  const name = nameOf(waiting);
  return !tried.has(name) && tried.add(name) !== undefined;
};

/** What was deleted meanwhile needs no links. */
function ignoreGone(error: unknown): undefined {
  if (!(error instanceof StoreError && error.reason === 'not-found')) {
    throw error;
  }
}
