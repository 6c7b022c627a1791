import * as vscode from 'vscode';
import type { Conversation } from '../../model/conversation.ts';
import { dateNow } from '../../util/clock.ts';
import { sayDate } from '../../util/dates.ts';
import { messageOf } from '../../util/errors.ts';
import { plural } from '../../util/text.ts';
import type { Host } from '../host.ts';
import { inform } from '../notify.ts';
import { plainLabel } from '../plainLabel.ts';
import { currentReach } from '../workspace/currentReach.ts';

interface ConversationItem extends vscode.QuickPickItem {
  id?: string;
}

const SHOWN = 100;

/** Conversations to choose one from, by its title; undefined when the person chose none. Archived ones come last. */
export async function pickConversation(host: Host): Promise<string | undefined> {
  const first = await findConversations(host, '');
  if (first.length === 0) {
    void inform('Nothing is recorded here yet. Ask @memory something first.');
    return undefined;
  }
  const pick = vscode.window.createQuickPick<ConversationItem>();
  pick.placeholder = 'Which conversation?';
  pick.matchOnDetail = true;
  // While all are in the list, VS Code itself narrows it.
  const hasMore = first.length >= SHOWN;
  pick.items = first.map(item => ({ ...item, alwaysShow: false }));
  const chosen = Promise.withResolvers<string | undefined>();
  let searches = 0;
  const search = async (typed: string) => {
    const mine = ++searches;
    const items = await findConversations(host, typed).catch(error => [{ label: messageOf(error), alwaysShow: true }]);
    if (mine === searches) {
      pick.items = items.length > 0 ? items : [{ label: `No title has “${typed.trim()}”`, alwaysShow: true }];
    }
  };
  if (hasMore) {
    pick.onDidChangeValue(search);
  }
  pick.onDidAccept(() => {
    // What was clicked while the list changed is no longer selected.
    const id = (pick.selectedItems[0] ?? pick.activeItems[0])?.id;
    if (id !== undefined) {
      chosen.resolve(id);
      pick.hide();
    }
  });
  pick.onDidHide(() => {
    chosen.resolve(undefined);
    pick.dispose();
  });
  pick.show();
  return await chosen.promise;
}

async function findConversations(host: Host, typed: string): Promise<ConversationItem[]> {
  const titleWith = typed.split(/\s+/).filter(part => part !== '');
  const query = { reach: await currentReach(host), titleWith, limit: SHOWN };
  const active = await host.store.conversations.list(query);
  const archived = await host.store.conversations.list({ ...query, status: 'archived' });
  return [...active.map(toItem), ...archived.map(conversation => ({ ...toItem(conversation), ...archive }))];
}

const archive = { iconPath: new vscode.ThemeIcon('archive') };

function toItem(conversation: Conversation): ConversationItem {
  return {
    label: plainLabel(conversation.title),
    description: sayDate(new Date(conversation.updated_at), dateNow()),
    detail: plainLabel(`${plural(conversation.turn_count, 'turn')} · ${conversation.workspace_name}`),
    alwaysShow: true,
    id: conversation.uuid,
  };
}
