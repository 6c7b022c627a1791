import { sayMade } from '../../../memory/summaries/sayMade.ts';
import type { Summary } from '../../../model/summary/summary.ts';
import { dateNow } from '../../../util/clock.ts';
import type { Host } from '../../host.ts';
import { abortSignalOf } from '../../models/modelMessages.ts';
import { placeOf } from '../conversationPlace.ts';
import type { Exchange } from '../exchange.ts';
import { summaryQuote } from './said.ts';

/** `/summarize`: condenses what of this conversation is not condensed yet, and shows it. */
export async function summarizeCommand(host: Host, exchange: Exchange): Promise<void> {
  const { stream, token } = exchange;
  const place = await placeOf(host, exchange);
  if (!place) {
    stream.markdown('Nothing of this chat is recorded, so there is nothing to condense.');
    return;
  }
  if (place.turn_index === 0) {
    stream.markdown('There is nothing to condense yet: this conversation has only just begun.');
    return;
  }
  stream.progress('Condensing this conversation');
  using cancelled = abortSignalOf(token);
  const summaries: Summary[] = [];
  const { conversation_id } = place;
  await host.summaries.jobs.make(conversation_id, cancelled.signal, {
    force: true,
    onMade: summary => summaries.push(summary),
  });
  if (summaries.length === 0) {
    stream.markdown('There is nothing to condense: all turns of this conversation are in a summary already.');
    return;
  }
  const now = dateNow();
  const provisional = summaries.filter(summary => summary.provisional).length;
  stream.markdown(sayMade(summaries.length, provisional, host.summaries.maker.state));
  for (const dated of await host.store.summaries.read(summaries.map(({ uuid }) => uuid))) {
    const text = summaryQuote(dated, now);
    stream.markdown(text === '' ? '' : `\n\n${text}`);
    if (dated.summary.provisional) {
      stream.markdown('\n\n*Made offline for now; it will be redone when the model is back.*');
    }
  }
}
