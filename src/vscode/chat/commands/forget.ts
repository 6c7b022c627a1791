import { commandLink, escapeMarkdown } from '../../../memory/markdown/markdown.ts';
import type { SearchHit } from '../../../model/search/hits.ts';
import { dateNow } from '../../../util/clock.ts';
import { sayDate } from '../../../util/dates.ts';
import { firstLine, plural, shorten } from '../../../util/text.ts';
import type { Host } from '../../host.ts';
import { commands } from '../../ids.ts';
import { plainLabel } from '../../plainLabel.ts';
import { currentReach } from '../../workspace/currentReach.ts';
import type { Exchange } from '../exchange.ts';

const MOST_HITS = 50;
const OFFERED_CONVERSATIONS = 5;

/** `/forget`: finds what matches; deleting is a button for each conversation, and asks again. */
export async function forgetCommand(host: Host, { stream, wanted, ref }: Exchange): Promise<void> {
  if (wanted === '') {
    stream.markdown('Say what to forget, as in `/forget the billing keys`. Nothing is deleted before you agree.');
    return;
  }
  const reach = await currentReach(host);
  const hits = await host.store.search.turns({
    text: wanted,
    reach,
    limit: MOST_HITS,
    includeArchived: true,
    lookups: true,
  });
  const complete = hits.filter(hit => hit.complete && !isAsking(hit, ref));
  const matches = [...Map.groupBy(complete, hit => hit.conversation_id).values()];
  if (matches.length === 0) {
    stream.markdown(`There is nothing in memory with “${escapeMarkdown(wanted)}”. Nothing was deleted.`);
    return;
  }
  const now = dateNow();
  stream.markdown(
    `${plural(matches.length, 'conversation')} ${matches.length === 1 ? 'matches' : 'match'}. Nothing is deleted yet.`,
  );
  for (const conversationHits of matches.slice(0, OFFERED_CONVERSATIONS)) {
    await offer(host, stream, conversationHits, now);
  }
  if (matches.length > OFFERED_CONVERSATIONS) {
    stream.markdown(`\n\n${matches.length - OFFERED_CONVERSATIONS} more match. Ask for more words to narrow it down.`);
  }
}

async function offer(host: Host, stream: Exchange['stream'], hits: SearchHit[], now: Date): Promise<void> {
  const [first] = hits;
  const conversation = first && (await host.store.conversations.get(first.conversation_id));
  if (!first || !conversation) {
    return;
  }
  const { uuid, title, turn_count, updated_at } = conversation;
  const link = commandLink(escapeMarkdown(title), commands.openTranscript, uuid, first.turn_index ?? 0);
  const facts = [`**${link}**`, sayDate(new Date(updated_at), now), plural(turn_count, 'turn')];
  stream.markdown(`\n\n${facts.join(' · ')}\n\n> ${escapeMarkdown(firstLine(first.snippet, 160))}\n\n`);
  stream.button({ command: commands.forget, title: `Delete “${plainLabel(shorten(title, 40))}”…`, arguments: [uuid] });
}

/** The request itself, which may have given its conversation its title. */
function isAsking({ conversation_id, turn_index = 0 }: SearchHit, ref: Exchange['ref']): boolean {
  return conversation_id === ref?.conversation_id && turn_index === ref.turn_index;
}
