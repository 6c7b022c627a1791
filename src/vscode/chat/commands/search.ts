import { escapeMarkdown, quoteMarkdown } from '../../../memory/markdown/markdown.ts';
import { type FoundWindow, searchPast } from '../../../memory/recall/searchPast.ts';
import { saySummaries } from '../../../memory/summaries/sayMade.ts';
import { dateNow } from '../../../util/clock.ts';
import { plural } from '../../../util/text.ts';
import type { Host } from '../../host.ts';
import { readContextSettings } from '../../settings.ts';
import { currentReach } from '../../workspace/currentReach.ts';
import type { Exchange } from '../exchange.ts';
import type { RecordedStream } from '../recordedStream.ts';
import { neighbourLine, summaryQuote, turnHeading, youSaid } from './said.ts';

/** `/search`: the best turns with their windows, and the best summaries, quoted as they stand. */
export async function searchCommand(host: Host, { stream, wanted, ref }: Exchange): Promise<void> {
  if (wanted === '') {
    stream.markdown('Say what to look for, as in `/search retries`.');
    return;
  }
  const { windowBefore, windowAfter } = readContextSettings().recall;
  const reach = await currentReach(host);
  const past = await searchPast(host.store, { text: wanted, reach, windowBefore, windowAfter, except: ref });
  const now = dateNow();
  const summaries = past.summaries.map(hit => summaryQuote(hit, now)).filter(text => text !== '');
  const words = past.missing.map(word => `“${escapeMarkdown(word)}”`).join(', ');
  if (past.turns.length + summaries.length === 0) {
    stream.markdown(`There is nothing in memory about ${words || `“${escapeMarkdown(wanted)}”`}.`);
    return;
  }
  const count = saySummaries(summaries.length);
  stream.markdown(
    past.onlyNear ? 'No close match. The nearest:' : `Found ${plural(past.turns.length, 'turn')} and ${count}.`,
  );
  for (const window of past.turns) {
    quoteWindow(stream, window, now);
  }
  for (const summary of summaries) {
    stream.markdown(`\n\n${summary}`);
  }
}

function quoteWindow(stream: RecordedStream, { passage, before, after }: FoundWindow, now: Date): void {
  const { hit, turn, text, role } = passage;
  const heading = turnHeading(turn, hit.conversation_title, hit.timestamp, now);
  const lines = [
    ...before.map(neighbourLine),
    `**${turn.turn_index + 1}  ${role === 'user' ? youSaid(text) : 'Found'}**`,
  ];
  stream.markdown(`\n\n${heading}\n\n${lines.join('  \n')}\n\n${quoteMarkdown(text)}\n\n`);
  for (const file of hit.files.slice(0, 5)) {
    stream.file(file);
    stream.markdown(' ');
  }
  stream.markdown(`\n\n${after.map(neighbourLine).join('  \n')}\n\n`);
}
