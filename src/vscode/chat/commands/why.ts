import { renderShortReceipt } from '../../../memory/context/receipt/shortReceipt.ts';
import { quoteMarkdown } from '../../../memory/markdown/markdown.ts';
import type { Host } from '../../host.ts';
import { commands } from '../../ids.ts';
import { commandLinks, lastReceiptOf } from '../../receipts/receipts.ts';
import { placeOf } from '../conversationPlace.ts';
import type { Exchange } from '../exchange.ts';

/** `/why`: what the last answer of this chat was made of. */
export async function whyCommand(host: Host, exchange: Exchange): Promise<void> {
  const { stream } = exchange;
  const place = await placeOf(host, exchange);
  const keptReceipt = place && (await lastReceiptOf(host, place.conversation_id));
  if (!keptReceipt) {
    stream.markdown('There is no answer in this chat yet whose receipt was kept. Ask something first.');
    return;
  }
  stream.markdown(`${quoteMarkdown(keptReceipt.receipt.question)}\n\n`);
  const enabled = [commands.openTranscript, commands.itemReceiptAction];
  stream.markdown(renderShortReceipt(keptReceipt.receipt, commandLinks(keptReceipt.ref)), enabled);
  stream.button({ command: commands.showReceipt, title: 'Open the whole receipt', arguments: [keptReceipt.ref] });
}
