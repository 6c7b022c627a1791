import * as vscode from 'vscode';
import { Citations, type Cited, citable } from '../../memory/context/answer/citations.ts';
import {
  acknowledgement,
  type OfflineAnswer,
  offlineAnswer,
  quoteHeading,
} from '../../memory/context/answer/offlineAnswer.ts';
import { quoteMemory } from '../../memory/context/answer/offlineQuotes.ts';
import { leftOutItems, offlineReceipt } from '../../memory/context/receipt/offlineReceipt.ts';
import { commandLink, escapeMarkdown, quoteMarkdown } from '../../memory/markdown/markdown.ts';
import type { MemoryItem, Receipt } from '../../model/receipt/receipt.ts';
import { askedText, statedText } from '../../model/stated/stated.ts';
import type { TurnRef } from '../../model/turn/turn.ts';
import { dateNow } from '../../util/clock.ts';
import { describeError } from '../../util/errors.ts';
import { questionFiles } from '../files/questionFiles.ts';
import type { Host } from '../host.ts';
import { commands } from '../ids.ts';
import { PASSAGES } from '../models/modelProvider.ts';
import { readContextSettings } from '../settings.ts';
import { currentReach } from '../workspace/currentReach.ts';
import { endAnswer } from './answerLine.ts';
import { attachmentsOf, readAttachments } from './chatRequest.ts';
import { placeOf } from './conversationPlace.ts';
import type { Exchange } from './exchange.ts';
import type { Persona } from './persona.ts';
import { isOffline, modelIdOf } from './pickedModel.ts';
import type { RecordedStream } from './recordedStream.ts';
import { unrecordedTurns } from './unrecordedTurns.ts';

const EMPTY_QUESTION = 'Ask me something about earlier sessions, such as “what did we decide about retries?”';

/** An answer to a question: in a model's words, or quoted from memory. */
export async function reply(host: Host, exchange: Exchange, persona: Persona): Promise<void> {
  const { request, stream, ref } = exchange;
  if (request.prompt.trim() === '') {
    stream.markdown(EMPTY_QUESTION);
    return;
  }
  const exclude = host.exclusions.take(request.prompt);
  if (ref) {
    host.exclusions.remember(ref, exclude);
  }
  const receipt = isOffline(request.model)
    ? await replyOffline(host, exchange, exclude)
    : await replyWithModel(host, exchange, exclude, persona);
  if (receipt) {
    await endAnswer(exchange, receipt);
  }
}

/** Undefined where nothing was asked. Quotes come from this conversation too: the offline model sees nothing else of it. */
async function replyOffline(host: Host, exchange: Exchange, exclude: MemoryItem[]): Promise<Receipt | undefined> {
  const { request, stream, wanted, ref, keeping } = exchange;
  const now = dateNow();
  const stated = statedText(wanted);
  const question = stated === '' ? wanted : askedText(wanted);
  if (stated !== '') {
    stream.markdown(acknowledgement(stated, keeping));
  }
  if (question === '') {
    return undefined;
  }
  const reach = await currentReach(host);
  const files = await questionFiles(host, wanted, pathsOf(attachmentsOf(request)));
  const quoted = await quoteMemory(host.store, question, { reach, limit: PASSAGES, ref, exclude, files });
  const model = { id: modelIdOf(request.model), maxInputTokens: request.model.maxInputTokens };
  const receipt = offlineReceipt(wanted, [...quoted.quotes, ...quoted.near], model, now);
  receipt.left_out = await leftOutItems(host.store, exclude, wanted);
  await keepReceipt(host, ref, receipt);
  sayQuotes(stream, offlineAnswer(quoted), now);
  return receipt;
}

const pathsOf = (attached: ReturnType<typeof attachmentsOf>) =>
  attached.flatMap(({ uri, reference }) => (uri ? reference.path : []));

function sayQuotes(stream: RecordedStream, { opening, quotes }: OfflineAnswer, now: Date): void {
  stream.markdown(opening);
  for (const quote of quotes) {
    const { conversation_id, conversation_title, start_turn } = quote;
    const link = commandLink(escapeMarkdown(conversation_title), commands.openTranscript, conversation_id, start_turn);
    stream.markdown(`\n\n${quoteHeading(quote, now, link)}\n\n${quoteMarkdown(quote.text)}\n\n`);
    for (const file of quote.files.slice(0, 5)) {
      stream.file(file);
      stream.markdown(' ');
    }
  }
}

async function replyWithModel(
  host: Host,
  exchange: Exchange,
  exclude: MemoryItem[],
  persona: Persona,
): Promise<Receipt> {
  const { request, stream, wanted, ref, token } = exchange;
  const { buildDualContext, sayReading } = await import('../../memory/context/dualContext.ts');
  const now = dateNow();
  const { text, problem } = await persona.read();
  const attached = attachmentsOf(request);
  const { prompt, receipt, used, problems } = await buildDualContext(
    { store: host.store, now },
    {
      question: request.prompt,
      wanted,
      ref: await placeOf(host, exchange),
      title: exchange.title,
      // What was said while nothing is recorded must not enter the record by way of a recorded answer.
      unrecorded: ref ? [] : unrecordedTurns(exchange.history, question => host.recorder.clean(question)),
      gone: exchange.gone,
      reach: await currentReach(host),
      settings: readContextSettings(),
      model: { id: modelIdOf(request.model), maxInputTokens: request.model.maxInputTokens },
      attachments: await readAttachments(attached),
      files: await questionFiles(host, wanted, pathsOf(attached)),
      exclude,
      persona: text,
    },
  );
  for (const sentence of [...(problem === undefined ? [] : [problem]), ...problems]) {
    if (persona.tell(sentence)) {
      stream.markdown(`*${sentence}*\n\n`);
    }
  }
  const reading = sayReading(used);
  if (reading) {
    stream.progress(reading);
  }
  await keepReceipt(host, ref, receipt);
  const messages = [
    vscode.LanguageModelChatMessage.User(prompt.context),
    vscode.LanguageModelChatMessage.User(prompt.question),
  ];
  try {
    const response = await request.model.sendRequest(messages, {}, token);
    const citations = new Citations(citable(receipt.given, now));
    for await (const words of response.text) {
      say(stream, citations.push(words));
    }
    say(stream, citations.end());
  } catch (error) {
    if (!token.isCancellationRequested) {
      await quoteInstead(host, exchange, exclude);
    }
    throw error;
  }
  return receipt;
}

/** Without its model a question is no dead end: what memory has is shown, and is no part of the answer that failed. */
async function quoteInstead(host: Host, { stream, wanted, ref }: Exchange, exclude: MemoryItem[]): Promise<void> {
  try {
    const reach = await currentReach(host);
    const { quotes } = await quoteMemory(host.store, wanted, { reach, limit: PASSAGES, ref, exclude });
    if (quotes.length > 0) {
      const opening = `${stream.text === '' ? '' : '\n\n---\n\n'}*From memory instead:*`;
      sayQuotes(stream.aside(), { opening, quotes }, dateNow());
    }
  } catch (error) {
    host.log.warn(`Memory could not be quoted: ${describeError(error)}`);
  }
}

function say(stream: RecordedStream, pieces: readonly Cited[]): void {
  for (const piece of pieces) {
    if ('file' in piece) {
      stream.file(piece.file);
    } else if ('conversation' in piece) {
      const { conversation_id, turn_index } = piece.conversation;
      stream.markdown(commandLink(escapeMarkdown(piece.text), commands.openTranscript, conversation_id, turn_index));
    } else {
      stream.markdown(piece.text);
    }
  }
}

/** An answer is worth more than its receipt: one that cannot be kept is only logged. */
async function keepReceipt(host: Host, ref: TurnRef | undefined, receipt: Receipt): Promise<void> {
  try {
    if (ref) {
      await host.store.receipts.put(ref, receipt);
    }
  } catch (error) {
    host.log.warn(`A receipt could not be kept: ${describeError(error)}`);
  }
}
