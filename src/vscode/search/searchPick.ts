import * as vscode from 'vscode';
import { parseSearchText, searchPrefixes } from '../../memory/recall/searchText.ts';
import type { Conversation } from '../../model/conversation.ts';
import type { Reach } from '../../model/reach.ts';
import type { SearchHit } from '../../model/search/hits.ts';
import { StoreError } from '../../store/store.ts';
import { dateNow } from '../../util/clock.ts';
import { sayDate } from '../../util/dates.ts';
import { messageOf } from '../../util/errors.ts';
import { plural } from '../../util/text.ts';
import { registerCommand } from '../commands.ts';
import type { Host } from '../host.ts';
import { commands, contextKeys } from '../ids.ts';
import { plainLabel } from '../plainLabel.ts';
import { openTranscript } from '../transcripts/transcripts.ts';

interface HitItem extends vscode.QuickPickItem {
  /** The found words as they were said, without marks. */
  said?: string;
  conversation_id?: string;
  turn_index?: number | undefined;
  /** Searches everywhere instead of opening something. */
  widen?: true;
}

const LIMIT = 50;
const RECENT = 30;
/** VS Code gives a webview its focus back a moment after the palette closed, which closes what has opened since. */
const SETTLING_MS = 300;

const copyButton: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('copy'), tooltip: 'Copy' };
const askButton: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('comment'), tooltip: 'Ask about this' };
const besideButton: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('split-horizontal'),
  tooltip: 'Open beside',
};
const scopeButtons = {
  workspace: { iconPath: new vscode.ThemeIcon('root-folder'), tooltip: 'This workspace. Click to search all' },
  all: { iconPath: new vscode.ThemeIcon('globe'), tooltip: 'All workspaces. Click to search this one only' },
};

const roleNote: HitItem = { label: '$(info) role: narrows words: add some to look for.', alwaysShow: true };

export function registerSearch(host: Host): void {
  let search: SearchPick | undefined;
  registerCommand(host, commands.search, async (text?: string) => {
    const { id } = await host.workspaces.current();
    search = new SearchPick(host, { workspace_id: id });
    search.show(typeof text === 'string' ? text : '');
  });
  registerCommand(host, commands.closeSearch, () => search?.close());
}

/** Searches while one types: the newest input wins, what it replaced is cancelled. */
class SearchPick {
  readonly #host: Host;
  readonly #here: Reach;
  readonly #pick = vscode.window.createQuickPick<HitItem>();
  #reach: Reach;
  #running: AbortController | undefined;
  /** While it runs, it was not a person who closed the pick: Escape comes as a command of ours. */
  #settling: NodeJS.Timeout | undefined;

  constructor(host: Host, here: Reach) {
    this.#host = host;
    this.#here = here;
    this.#reach = here;
  }

  show(text: string): void {
    const pick = this.#pick;
    pick.title = 'Search memory';
    pick.placeholder = `Words to look for; ${searchPrefixes.join(' ')} narrow the search`;
    pick.matchOnDescription = false;
    pick.matchOnDetail = false;
    pick.keepScrollPosition = false;
    pick.value = text;
    pick.onDidChangeValue(() => void this.#search());
    pick.onDidAccept(() => void this.#accept());
    pick.onDidTriggerButton(() => this.#toggleScope());
    pick.onDidTriggerItemButton(({ item, button }) => void this.#itemButton(item, button));
    pick.onDidHide(() => {
      if (this.#settling) {
        this.#settle();
        pick.show();
        return;
      }
      this.#running?.abort();
      pick.dispose();
    });
    this.#showScope();
    void setOpening(true);
    this.#settling = setTimeout(() => this.#settle(), SETTLING_MS);
    pick.show();
    void this.#search();
  }

  close(): void {
    this.#settle();
    this.#pick.hide();
  }

  #settle(): void {
    if (this.#settling) {
      clearTimeout(this.#settling);
      this.#settling = undefined;
      void setOpening(false);
    }
  }

  async #search(): Promise<void> {
    this.#running?.abort();
    const running = new AbortController();
    this.#running = running;
    this.#pick.busy = true;
    try {
      const items = await this.#itemsFor(this.#pick.value, running.signal);
      if (!running.signal.aborted) {
        this.#pick.items = items;
        // Enter does what can be done, when nothing was found.
        const widen = items.filter(item => item.widen);
        if (widen.length > 0) {
          this.#pick.activeItems = widen;
        }
      }
    } catch (error) {
      if (!(error instanceof StoreError && error.reason === 'cancelled')) {
        this.#pick.items = [{ label: messageOf(error), alwaysShow: true }];
      }
    } finally {
      if (this.#running === running) {
        this.#pick.busy = false;
      }
    }
  }

  async #itemsFor(typed: string, signal: AbortSignal): Promise<HitItem[]> {
    const { store } = this.#host;
    const { text, filters, problems } = parseSearchText(typed);
    const notes = problems.map(problem => ({ label: `$(info) ${problem}`, alwaysShow: true }));
    if (text === '' && filters.file === undefined) {
      const { role, file: _, ...narrower } = filters;
      const recent = await store.conversations.list({ reach: this.#reach, limit: RECENT, ...narrower });
      const none = recent.length === 0 && typed.trim() !== '' ? this.#nothing(typed) : [];
      return [...notes, ...(role ? [roleNote] : []), ...recent.map(recentItem), ...none];
    }
    const hits = await store.search.turns({ text, ...filters, reach: this.#reach, limit: LIMIT, prefix: true }, signal);
    const items = hits.map(hitItem).map(item => ({ ...item, label: keepOrder(item.label, typed) }));
    return [...notes, ...(items.length > 0 ? items : this.#nothing(typed))];
  }

  #nothing(typed: string): HitItem[] {
    const where = this.#reach === 'all' ? 'all workspaces' : 'this workspace';
    const nothing: HitItem = { label: `Nothing in ${where} matches “${typed.trim()}”`, alwaysShow: true };
    return this.#reach === 'all'
      ? [nothing]
      : [nothing, { label: '$(globe) Search all workspaces', alwaysShow: true, widen: true }];
  }

  async #accept(): Promise<void> {
    const [item] = this.#pick.selectedItems;
    if (item?.widen) {
      this.#toggleScope();
    } else if (item?.conversation_id !== undefined) {
      await this.#open(item, false);
    }
  }

  async #open(item: HitItem, beside: boolean): Promise<void> {
    this.close();
    await openTranscript(this.#host, item.conversation_id!, item.turn_index, beside);
  }

  async #itemButton(item: HitItem, button: vscode.QuickInputButton): Promise<void> {
    if (button === besideButton) {
      await this.#open(item, true);
    } else if (button === copyButton) {
      await vscode.env.clipboard.writeText(item.said ?? item.label);
    } else {
      this.close();
      await vscode.commands.executeCommand(commands.ask, `about “${item.said ?? item.label}”: `);
    }
  }

  #toggleScope(): void {
    this.#reach = this.#reach === 'all' ? this.#here : 'all';
    this.#showScope();
    void this.#search();
  }

  #showScope(): void {
    this.#pick.buttons = [this.#reach === 'all' ? scopeButtons.all : scopeButtons.workspace];
  }
}

const setOpening = (opening: boolean) =>
  vscode.commands.executeCommand('setContext', contextKeys.searchOpening, opening);

function recentItem(conversation: Conversation): HitItem {
  return {
    label: plainLabel(conversation.title),
    iconPath: new vscode.ThemeIcon('comment-discussion'),
    description: sayDate(new Date(conversation.updated_at), dateNow()),
    detail: plainLabel(
      `${plural(conversation.turn_count, 'turn')} · ${conversation.workspace_name} · ${sayFrom(conversation.source)}`,
    ),
    alwaysShow: true,
    conversation_id: conversation.uuid,
    buttons: [besideButton, askButton],
  };
}

function hitItem(hit: SearchHit): HitItem {
  const turn = hit.turn_index === undefined ? '' : `${hit.turn_index + 1}  `;
  const icon = hit.turn_index === undefined ? 'comment-discussion' : hit.role === 'user' ? 'account' : 'sparkle';
  const files = hit.files.slice(0, 2).join(', ');
  return {
    label: turn + markWords(hit),
    said: hit.snippet,
    iconPath: new vscode.ThemeIcon(icon),
    // In the detail and not as a separator: VS Code hides separators as soon as something is typed.
    detail: plainLabel(
      [
        hit.conversation_title,
        sayDate(new Date(hit.timestamp), dateNow()),
        hit.workspace_name,
        sayFrom(hit.source),
        files,
      ]
        .filter(part => part !== '')
        .join(' · '),
    ),
    alwaysShow: true,
    conversation_id: hit.conversation_id,
    turn_index: hit.turn_index,
    buttons: [besideButton, askButton, copyButton],
  };
}

/** A quick pick cannot show bold words, so the found ones stand in angle quotes. */
function markWords({ snippet, highlights }: SearchHit): string {
  let marked = '';
  let at = 0;
  for (const [start, end] of highlights) {
    marked += `${snippet.slice(at, start)}‹${snippet.slice(start, end)}›`;
    at = end;
  }
  return plainLabel(marked + snippet.slice(at));
}

const WORD_JOINER = '\u2060';

/**
 * VS Code sorts the items whose label holds what was typed before the others, which would undo our ranking, and offers
 * no stable way to switch that off. An invisible joiner inside the word keeps it from matching.
 */
function keepOrder(label: string, typed: string): string {
  const text = typed.trim();
  if (text.length < 2) {
    return label;
  }
  const pattern = new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'gi');
  return label.replace(pattern, match => match[0] + WORD_JOINER + match.slice(1));
}

function sayFrom(source: string): string {
  return source === 'memory' ? '@memory' : source;
}
