import * as vscode from 'vscode';
import { codeSpan, quoteMarkdown } from '../../../memory/markdown/markdown.ts';
import { turnQuote } from '../../../memory/recall/turnQuote.ts';
import { saySummaries } from '../../../memory/summaries/sayMade.ts';
import type { SearchHit } from '../../../model/search/hits.ts';
import { turnAt } from '../../../store/turnStore.ts';
import { dateNow } from '../../../util/clock.ts';
import { instantOf } from '../../../util/dates.ts';
import { plural } from '../../../util/text.ts';
import { pathOfUri, uriOfPath } from '../../files/places.ts';
import type { Host } from '../../host.ts';
import { currentReach } from '../../workspace/currentReach.ts';
import { attachmentsOf } from '../chatRequest.ts';
import type { Exchange } from '../exchange.ts';
import { summaryQuote, turnHeading } from './said.ts';

const SHOWN_TURNS = 5;
const MOST_HITS = 50;
const SHOWN_SUMMARIES = 3;

/** `/file`: what was said about the attached file, else the one in the editor. */
export async function fileCommand(host: Host, exchange: Exchange): Promise<void> {
  const { stream, wanted, ref, request } = exchange;
  const attached = attachmentsOf(request).find(({ uri }) => uri !== undefined);
  const path = attached?.reference.path ?? activePath();
  if (path === undefined) {
    stream.markdown('Open a file, or attach one, and ask again.');
    return;
  }
  const uri = attached?.uri ?? uriOfPath(path);
  if (uri) {
    stream.reference(uri);
  }
  const now = dateNow();
  await host.files.caughtUp();
  const reach = await currentReach(host);
  const hits = await host.store.search.turns({
    text: wanted,
    file: path,
    reach,
    limit: MOST_HITS,
  });
  // A search by a part of a path also finds its namesakes in other folders.
  const turns = hits.filter(hit => hit.files.includes(path) && !isAsking(hit, ref)).slice(0, SHOWN_TURNS);
  const summaries = await summariesOf(host, path, now);
  if (turns.length + summaries.length === 0) {
    stream.markdown(`There is nothing in memory about ${codeSpan(path)}${wanted ? ' and that' : ''}.`);
    return;
  }
  const parts = [
    ...(turns.length > 0 ? [plural(turns.length, 'turn')] : []),
    ...(summaries.length > 0 ? [saySummaries(summaries.length)] : []),
  ];
  stream.markdown(`${parts.join(' and ')} about `);
  stream.file(path);
  stream.markdown('.');
  for (const text of summaries) {
    stream.markdown(`\n\n${text}`);
  }
  const words = `${path.split('/').at(-1)} ${wanted}`;
  for (const { conversation_id, turn_index = 0, conversation_title, timestamp } of turns) {
    const ref = { conversation_id, turn_index };
    const turn = await turnAt(host.store, ref);
    if (turn) {
      const { text, answered } = turnQuote(turn, words);
      const heading = turnHeading(ref, conversation_title, timestamp, now);
      stream.markdown(`\n\n${heading}${answered ? '' : ' · you said'}\n\n${quoteMarkdown(text)}`);
    }
  }
}

async function summariesOf(host: Host, path: string, now: Date): Promise<string[]> {
  const { id } = await host.workspaces.current();
  const [mentions] = await host.store.files.mentionsOf(id, [path]);
  const summaries = await host.store.summaries.read(mentions?.summaries.map(({ summary_id }) => summary_id) ?? []);
  // A broader summary tells the same in fewer words.
  return summaries
    .sort((a, b) => b.summary.level - a.summary.level || instantOf(b.timestamp) - instantOf(a.timestamp))
    .slice(0, SHOWN_SUMMARIES)
    .map(summary => summaryQuote(summary, now))
    .filter(text => text !== '');
}

function activePath(): string | undefined {
  const uri = vscode.window.activeTextEditor?.document.uri;
  return uri && pathOfUri(uri);
}

function isAsking(hit: SearchHit, ref: Exchange['ref']): boolean {
  return hit.conversation_id === ref?.conversation_id && hit.turn_index === ref.turn_index;
}
