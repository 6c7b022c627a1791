import * as vscode from 'vscode';
import { ChatTurns } from '../../memory/record/chatTurns.ts';
import type { RecordingTurn } from '../../memory/record/recordingTurn.ts';
import { OFFLINE_MODEL } from '../../model/offlineModel.ts';
import type { GoneTurns, TurnRef } from '../../model/turn/turn.ts';
import { kindOf } from '../../model/turn/whatIsMemory.ts';
import { dateNow } from '../../util/clock.ts';
import { describeError } from '../../util/errors.ts';
import type { Host } from '../host.ts';
import { participantId } from '../ids.ts';
import { registerOpenFiles } from './answerLine.ts';
import { type AnswerMetadata, asTyped, attachmentsOf, conversationOf, RequestIds } from './chatRequest.ts';
import { slashCommandOf } from './commands/slashCommands.ts';
import { placeOf } from './conversationPlace.ts';
import type { Exchange } from './exchange.ts';
import { followUpProvider } from './followUpQuestions.ts';
import { Persona } from './persona.ts';
import { modelIdOf, sentenceOf } from './pickedModel.ts';
import { RecordedStream } from './recordedStream.ts';
import { reply } from './reply.ts';
import { shownQuestions } from './shownQuestions.ts';

export function registerParticipant(host: Host): void {
  const memory = new MemoryParticipant(host);
  const participant = vscode.chat.createChatParticipant(participantId, (request, context, response, token) =>
    memory.answer(request, context, response, token),
  );
  const icon = (name: string) => vscode.Uri.joinPath(host.context.extensionUri, 'media', name);
  participant.iconPath = { light: icon('memory.svg'), dark: icon('memory-dark.svg') };
  participant.followupProvider = followUpProvider(host);
  host.context.subscriptions.push(participant);
  registerOpenFiles(host);
}

class MemoryParticipant {
  readonly #host: Host;
  readonly #requestIds = new RequestIds();
  readonly #persona = new Persona();
  readonly #chatTurns: ChatTurns;

  constructor(host: Host) {
    this.#host = host;
    this.#chatTurns = new ChatTurns(host.store);
  }

  /** Write first, think later: the question is in the store before anything slow happens, the answer as soon as it ends. */
  async answer(
    request: vscode.ChatRequest,
    context: vscode.ChatContext,
    response: vscode.ChatResponseStream,
    token: vscode.CancellationToken,
  ): Promise<vscode.ChatResult> {
    const host = this.#host;
    const conversation = conversationOf(request, context);
    using requestId = this.#requestIds.take(conversation, request, context);
    const workspace = await host.workspaces.current();
    const turn = await host.recorder.begin({
      external_id: conversation,
      workspace_id: workspace.own,
      workspace_name: workspace.name,
      request_id: requestId.id,
      content: asTyped(request),
      kind: kindOf({
        content: request.prompt,
        isCommand: slashCommandOf(request) !== undefined,
        model: modelIdOf(request.model),
      }),
      references: attachmentsOf(request).map(attachment => attachment.reference),
    });
    const exchange: Exchange = {
      request,
      stream: new RecordedStream(response),
      token,
      conversation,
      history: context.history,
      wanted: withoutCommand(request, turn?.draft.start.content) ?? request.prompt,
      ref: turn?.ref,
      title: turn?.title,
      keeping: turn === undefined ? 'paused' : turn.ref ? 'kept' : 'waiting',
      gone: await this.#goneTurns(conversation, turn?.ref, context),
    };
    // Told at the end: what had to wait for the store may be written by then.
    const metadata = (): AnswerMetadata => ({ conversation, ...turn?.ref });
    try {
      await this.#reply(exchange);
      await end(turn, exchange, token.isCancellationRequested ? 'cancelled' : 'complete');
      return { metadata: metadata() };
    } catch (error) {
      if (token.isCancellationRequested) {
        await end(turn, exchange, 'cancelled');
        return { metadata: metadata() };
      }
      const message = sentenceOf(error);
      host.log.warn(`An answer failed: ${describeError(error)}`);
      await end(turn, exchange, 'failed', message);
      return { errorDetails: { message }, metadata: metadata() };
    }
  }

  /** An answer is worth more than knowing what a person took back: what goes wrong here is only logged. */
  async #goneTurns(
    conversation: string,
    ref: TurnRef | undefined,
    { history }: vscode.ChatContext,
  ): Promise<GoneTurns> {
    const host = this.#host;
    try {
      const place = await placeOf(host, { ref, conversation });
      if (!place) {
        return new Map();
      }
      const when = { recording: ref !== undefined, now: dateNow() };
      const { gone, told } = await this.#chatTurns.follow(place, shownQuestions(history), when);
      if (told) {
        await host.summaries.jobs.redo(place.conversation_id);
      }
      return gone;
    } catch (error) {
      host.log.warn(`What the chat still shows is not known: ${describeError(error)}`);
      return new Map();
    }
  }

  async #reply(exchange: Exchange): Promise<void> {
    const command = slashCommandOf(exchange.request);
    await (command ? command(this.#host, exchange) : reply(this.#host, exchange, this.#persona));
  }
}

function withoutCommand({ command }: vscode.ChatRequest, content: string | undefined): string | undefined {
  return command === undefined ? content : content?.slice(command.length + 1).trim();
}

async function end(
  turn: RecordingTurn | undefined,
  { stream, request }: Exchange,
  status: 'complete' | 'cancelled' | 'failed',
  error?: string,
): Promise<void> {
  // What a command shows is quoted from memory, whichever model is picked.
  const model = slashCommandOf(request) ? OFFLINE_MODEL : modelIdOf(request.model);
  await turn?.end({ content: stream.text, status, model, tools: [], ...(error === undefined ? {} : { error }) });
}
