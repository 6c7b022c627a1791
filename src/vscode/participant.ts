import * as vscode from 'vscode';
import { ModelError } from '../llm/languageModel.ts';
import { buildDualContext, sayReading } from '../memory/context/dualContext.ts';
import { offlineReceipt } from '../memory/context/offlineReceipt.ts';
import { readRules } from '../memory/context/rules.ts';
import { offlineAnswer } from '../memory/offlineAnswer.ts';
import { OFFLINE_MODEL, recall } from '../memory/recall.ts';
import type { RecordingTurn } from '../memory/recorder.ts';
import type { Receipt } from '../model/receipt.ts';
import type { TurnRef } from '../model/turn.ts';
import { describeError } from '../util/errors.ts';
import { type AnswerMetadata, attachmentsOf, conversationOf, RequestIds, readAttachments } from './chatRequest.ts';
import type { Host } from './host.ts';
import { commands, modelVendor, offlineModelId, participantId } from './ids.ts';
import { PASSAGES } from './modelProvider.ts';
import { RecordedStream } from './recordedStream.ts';
import { currentScope } from './scope.ts';
import { readContextSettings } from './settings.ts';

const EMPTY_QUESTION = 'Ask me something about earlier sessions, such as “what did we decide about retries?”';

interface Exchange {
  request: vscode.ChatRequest;
  stream: RecordedStream;
  token: vscode.CancellationToken;
  /** What is looked for in memory: as it is recorded, for an answer may name the words that were not found. */
  wanted: string;
  /** Where this turn is recorded; undefined while recording is paused or the store is away. */
  ref: TurnRef | undefined;
}

export function registerParticipant(host: Host): void {
  const requestIds = new RequestIds();
  const participant = vscode.chat.createChatParticipant(participantId, (request, context, response, token) =>
    answer(host, requestIds, request, context, response, token),
  );
  const icon = (name: string) => vscode.Uri.joinPath(host.context.extensionUri, 'media', name);
  participant.iconPath = { light: icon('memory.svg'), dark: icon('memory-dark.svg') };
  host.context.subscriptions.push(participant);
}

/** Write first, think later: the question is in the store before anything slow happens, the answer as soon as it ends. */
async function answer(
  host: Host,
  requestIds: RequestIds,
  request: vscode.ChatRequest,
  context: vscode.ChatContext,
  response: vscode.ChatResponseStream,
  token: vscode.CancellationToken,
): Promise<vscode.ChatResult> {
  const conversation = conversationOf(request, context);
  using requestId = requestIds.take(conversation, request, context);
  const workspace = await host.workspaces.current();
  const turn = await host.recorder.begin({
    external_id: conversation,
    workspace_id: workspace.id,
    workspace_name: workspace.name,
    request_id: requestId.id,
    content: request.prompt,
    references: attachmentsOf(request).map(attachment => attachment.reference),
  });
  const stream = new RecordedStream(response);
  const metadata: AnswerMetadata = { conversation, ...turn?.ref };
  const wanted = turn?.draft.start.content ?? request.prompt;
  const exchange: Exchange = { request, stream, token, wanted, ref: turn?.ref };
  try {
    await reply(host, exchange);
    await end(turn, exchange, token.isCancellationRequested ? 'cancelled' : 'complete');
    return { metadata };
  } catch (error) {
    if (token.isCancellationRequested) {
      await end(turn, exchange, 'cancelled');
      return { metadata };
    }
    const message = sentenceOf(error);
    host.log.warn(`An answer failed: ${describeError(error)}`);
    await end(turn, exchange, 'failed', message);
    return { errorDetails: { message }, metadata };
  }
}

async function end(
  turn: RecordingTurn | undefined,
  { stream, request }: Exchange,
  status: 'complete' | 'cancelled' | 'failed',
  error?: string,
): Promise<void> {
  const model = modelIdOf(request.model);
  await turn?.end({ content: stream.text, status, model, tools: [], ...(error === undefined ? {} : { error }) });
}

async function reply(host: Host, exchange: Exchange): Promise<void> {
  const { request, stream } = exchange;
  if (request.prompt.trim() === '') {
    stream.markdown(EMPTY_QUESTION);
    return;
  }
  const scope = await currentScope(host);
  const now = new Date();
  const model = { id: modelIdOf(request.model), maxInputTokens: request.model.maxInputTokens };
  if (isOffline(request.model)) {
    // Quotes come from this conversation too: the offline model sees nothing else of it.
    const { leftOut } = await readRules(host.store, scope);
    const except = [...leftOut.filter(item => 'turn_index' in item), ...(exchange.ref ? [exchange.ref] : [])];
    const recalled = await recall(host.store, exchange.wanted, { scope, limit: PASSAGES, except });
    replyOffline(stream, offlineAnswer(recalled, now));
    await keepReceipt(host, exchange.ref, offlineReceipt(exchange.wanted, recalled.passages, model, now));
    return;
  }
  const { prompt, receipt, used } = await buildDualContext(
    { store: host.store, now },
    {
      question: request.prompt,
      wanted: exchange.wanted,
      ref: exchange.ref,
      scope,
      settings: readContextSettings(),
      model,
      attachments: await readAttachments(attachmentsOf(request)),
    },
  );
  const reading = sayReading(used);
  if (reading) {
    stream.progress(reading);
  }
  await keepReceipt(host, exchange.ref, receipt);
  const messages = [
    vscode.LanguageModelChatMessage.User(prompt.context),
    vscode.LanguageModelChatMessage.User(prompt.question),
  ];
  const answered = await request.model.sendRequest(messages, {}, exchange.token);
  for await (const text of answered.text) {
    stream.markdown(text);
  }
}

/** An answer is worth more than its receipt: one that cannot be kept is only logged. */
async function keepReceipt(host: Host, ref: TurnRef | undefined, receipt: Receipt): Promise<void> {
  try {
    if (ref) {
      await host.store.recall.putReceipt(ref, receipt);
    }
  } catch (error) {
    host.log.warn(`A receipt could not be kept: ${describeError(error)}`);
  }
}

function replyOffline(stream: RecordedStream, answer: ReturnType<typeof offlineAnswer>): void {
  stream.markdown(answer.opening);
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  for (const { heading, quote, passage } of answer.quotes) {
    stream.markdown(`\n\n${heading}\n\n${quote}\n\n`);
    for (const file of passage.hit.files.slice(0, 5)) {
      stream.file(file, folder);
    }
  }
  const first = answer.quotes[0]?.passage.hit;
  if (first) {
    stream.button({
      command: commands.openTranscript,
      title: 'Open transcript',
      arguments: [first.conversation_id, first.turn_index],
    });
  }
}

function modelIdOf(model: vscode.LanguageModelChat): string {
  return isOffline(model) ? OFFLINE_MODEL : `${model.vendor}/${model.id}`;
}

function isOffline(model: vscode.LanguageModelChat): boolean {
  return model.vendor === modelVendor && model.id === offlineModelId;
}

/** What a person can do about it. Errors of other extensions' models arrive as LanguageModelError. */
function sentenceOf(error: unknown): string {
  if (error instanceof ModelError) {
    return error.message;
  }
  if (error instanceof vscode.LanguageModelError) {
    switch (error.code) {
      case vscode.LanguageModelError.NoPermissions.name:
        return 'This model may not be used by Memory yet. Ask again and allow it, or choose another model.';
      case vscode.LanguageModelError.Blocked.name:
        return 'The model refused this request, or its quota is used up. Try again later, or choose another model.';
      case vscode.LanguageModelError.NotFound.name:
        return 'The chosen model is no longer there. Choose another one in the model picker.';
    }
    return error.message || 'The model failed. Try again, or choose another model.';
  }
  return error instanceof Error && error.message !== '' ? error.message : 'The model failed. The log has the details.';
}
