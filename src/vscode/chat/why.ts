import { renderShortReceipt } from '../../memory/context/shortReceipt.ts';
import { quoteMarkdown } from '../../memory/markdown.ts';
import { MEMORY_SOURCE } from '../../model/conversation.ts';
import type { Host } from '../host.ts';
import { commands } from '../ids.ts';
import { commandLinks, lastReceiptOf } from '../receipts.ts';
import type { Exchange } from './exchange.ts';

/** `/why`: what the last answer of this chat was made of. */
export async function whyCommand(host: Host, { stream, ref, conversation }: Exchange): Promise<void> {
  const known = ref?.conversation_id ?? (await host.store.conversations.find(MEMORY_SOURCE, conversation))?.uuid;
  const found = known === undefined ? undefined : await lastReceiptOf(host, known);
  if (!found) {
    stream.markdown('There is no answer in this chat yet whose receipt was kept. Ask something first.');
    return;
  }
  stream.markdown(`${quoteMarkdown(found.receipt.question)}\n\n`);
  const enabled = [commands.openTranscript, commands.itemReceiptAction];
  stream.markdown(renderShortReceipt(found.receipt, commandLinks(found.ref)), enabled);
  stream.button({ command: commands.showReceipt, title: 'Open the whole receipt', arguments: [found.ref] });
}
