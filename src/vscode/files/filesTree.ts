import * as vscode from 'vscode';
import type { BusyFile, FileTalk } from '../../model/file/file.ts';
import type { Store } from '../../store/store.ts';
import { dateNow, systemClock } from '../../util/clock.ts';
import { DAY_MS, sayDate } from '../../util/dates.ts';
import { plural } from '../../util/text.ts';
import { commands } from '../ids.ts';
import { uriOfPath } from './places.ts';

const BUSY_LATELY_MS = 30 * DAY_MS;
const LISTED_FILES = 100;
const LISTED_CONVERSATIONS = 50;

export type FilesNode = BusyNode | TalkNode;

export interface BusyNode {
  kind: 'busy';
  busy: BusyFile;
}

export interface TalkNode {
  kind: 'talk';
  parent: BusyNode;
  talk: FileTalk;
}

const { Collapsed, None } = vscode.TreeItemCollapsibleState;

/** Files by how much was said about them in the last thirty days, or ever if that is nothing; below each its conversations. */
export class FilesTree implements vscode.TreeDataProvider<FilesNode>, vscode.Disposable {
  readonly #store: Store;
  readonly #workspaceId: () => Promise<string>;
  readonly #changes = new vscode.EventEmitter<undefined>();

  constructor(store: Store, workspaceId: () => Promise<string>) {
    this.#store = store;
    this.#workspaceId = workspaceId;
  }

  readonly onDidChangeTreeData = this.#changes.event;

  refresh(): void {
    this.#changes.fire(undefined);
  }

  async getChildren(node?: FilesNode): Promise<FilesNode[]> {
    const id = await this.#workspaceId();
    if (!node) {
      const reach = { workspace_id: id };
      const lately = await this.#store.files.busiest(reach, systemClock.now() - BUSY_LATELY_MS, LISTED_FILES);
      const files = lately.length > 0 ? lately : await this.#store.files.busiest(reach, 0, LISTED_FILES);
      return files.map(busy => ({ kind: 'busy', busy }));
    }
    if (node.kind === 'talk') {
      return [];
    }
    const talks = await this.#store.files.about(id, node.busy.file.path, { limit: LISTED_CONVERSATIONS });
    return talks.map(talk => ({ kind: 'talk', parent: node, talk }));
  }

  getParent(node: FilesNode): FilesNode | undefined {
    return node.kind === 'talk' ? node.parent : undefined;
  }

  getTreeItem(node: FilesNode): vscode.TreeItem {
    return node.kind === 'busy' ? busyItem(node) : talkItem(node);
  }

  dispose(): void {
    this.#changes.dispose();
  }
}

function busyItem({ busy: { file, turns, conversations, last } }: BusyNode): vscode.TreeItem {
  const slash = file.path.lastIndexOf('/');
  const item = new vscode.TreeItem(file.path.slice(slash + 1), Collapsed);
  const uri = uriOfPath(file.path);
  item.id = file.uuid;
  item.description = [file.path.slice(0, Math.max(0, slash)), file.deleted_at ? 'deleted' : '', plural(turns, 'turn')]
    .filter(Boolean)
    .join(' · ');
  item.iconPath = file.deleted_at ? new vscode.ThemeIcon('trash') : vscode.ThemeIcon.File;
  if (uri && !file.deleted_at) {
    item.resourceUri = uri;
  }
  item.tooltip =
    `${file.path}\n${plural(turns, 'turn')} in ${plural(conversations, 'conversation')}, ` +
    `last ${sayDate(new Date(last), dateNow())}`;
  item.contextValue = 'busyFile';
  item.command = { command: commands.itemOpenFile, title: 'Open file', arguments: [{ path: file.path, known: true }] };
  return item;
}

function talkItem({ parent, talk: { conversation, turns, turn_count, summaries } }: TalkNode): vscode.TreeItem {
  const item = new vscode.TreeItem(conversation.title, None);
  item.id = `${parent.busy.file.uuid}:${conversation.uuid}`;
  const when = sayDate(new Date(turns[0]?.timestamp ?? conversation.updated_at), dateNow());
  item.description = [when, turn_count > 0 ? plural(turn_count, 'turn') : ''].filter(Boolean).join(' · ');
  item.iconPath = new vscode.ThemeIcon('comment-discussion');
  item.tooltip = turns.map(({ turn_index, label }) => `${turn_index + 1}  ${label}`).join('\n');
  item.contextValue = 'talk';
  item.command = {
    command: commands.openTranscript,
    title: 'Open transcript',
    arguments: [conversation.uuid, turns[0]?.turn_index ?? summaries[0]?.start_turn],
  };
  return item;
}
