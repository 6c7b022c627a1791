import * as vscode from 'vscode';
import type { GeminiList, GeminiModelInfo } from '../../llm/gemini/gemini.ts';
import type { LanguageModel } from '../../llm/languageModel.ts';
import { offlineAnswer, offlineAnswerText } from '../../memory/context/answer/offlineAnswer.ts';
import { quoteMemory } from '../../memory/context/answer/offlineQuotes.ts';
import { estimateTokens } from '../../model/tokens.ts';
import { dateNow } from '../../util/clock.ts';
import type { Host } from '../host.ts';
import { commands, modelVendor, offlineFamily, offlineModelId, settings } from '../ids.ts';
import { onDidChangeSetting, readGeminiBaseUrl, readGeminiChatModel } from '../settings.ts';
import { currentReach } from '../workspace/currentReach.ts';
import { abortSignalOf, countedText, textOf, toChatMessages, toToolDeclarations } from './modelMessages.ts';
import { leaveGemini } from './offlinePick.ts';

/** `isUserSelectable` is read by VS Code but not in its stable types; 1.120 hid models without it. */
type ModelInformation = vscode.LanguageModelChatInformation & { isUserSelectable: boolean };

const offlineModel: ModelInformation = {
  id: offlineModelId,
  name: 'Memory only (offline)',
  family: offlineFamily,
  version: '1',
  detail: 'No network',
  tooltip: 'Quotes the best matching turns from memory. Needs no key, no account and no network.',
  maxInputTokens: 100_000,
  maxOutputTokens: 8_000,
  isUserSelectable: true,
  // Agent mode, in which new chats open, lists only models that can call tools.
  capabilities: { toolCalling: true },
};

export const PASSAGES = 5;
const KEY_WAIT_MS = 1000;

export function registerModelProvider(host: Host): void {
  const provider = new StrataModels(host);
  host.context.subscriptions.push(
    provider,
    vscode.lm.registerLanguageModelChatProvider(modelVendor, provider),
    host.geminiKey.onDidChange(() => void provider.followKey()),
    onDidChangeSetting(settings.geminiChatModel, () => provider.refresh()),
    onDidChangeSetting(settings.geminiBaseUrl, () => provider.refresh()),
  );
  // On a signed-out profile nothing else makes VS Code ask for models, and without one chat refuses every message.
  void vscode.lm.selectChatModels({ vendor: modelVendor });
}

class StrataModels implements vscode.LanguageModelChatProvider<ModelInformation>, vscode.Disposable {
  readonly #host: Host;
  readonly #changes = new vscode.EventEmitter<void>();
  #list: GeminiList | undefined;
  /** One object a model: it remembers what Gemini wants to hear again. */
  readonly #models = new Map<string, LanguageModel>();

  constructor(host: Host) {
    this.#host = host;
  }

  readonly onDidChangeLanguageModelChatInformation = this.#changes.event;

  /** Also when the key was removed in another window. */
  async followKey(): Promise<void> {
    if ((await this.#host.geminiKey.get()) === undefined) {
      await leaveGemini(this.#host.log);
    }
    this.refresh();
  }

  refresh(): void {
    this.#list?.reset();
    this.#models.clear();
    this.#changes.fire();
  }

  async provideLanguageModelChatInformation(options: { silent: boolean }): Promise<ModelInformation[]> {
    let key = await this.#keySoon();
    if (!key && !options.silent) {
      await vscode.commands.executeCommand(commands.setGeminiKey);
      key = await this.#host.geminiKey.get();
    }
    return key ? [offlineModel, ...(await this.#geminiModels(key)).map(toInformation)] : [offlineModel];
  }

  async provideLanguageModelChatResponse(
    model: ModelInformation,
    messages: readonly vscode.LanguageModelChatRequestMessage[],
    options: vscode.ProvideLanguageModelChatResponseOptions,
    progress: vscode.Progress<vscode.LanguageModelResponsePart>,
    token: vscode.CancellationToken,
  ): Promise<void> {
    if (model.id === offlineModelId) {
      progress.report(new vscode.LanguageModelTextPart(await this.#answerOffline(messages)));
      return;
    }
    const tools = toToolDeclarations(options.tools ?? []);
    const request = {
      messages: toChatMessages(messages),
      ...(tools.length > 0 ? { tools } : {}),
      toolMode:
        options.toolMode === vscode.LanguageModelChatToolMode.Required ? ('required' as const) : ('auto' as const),
    };
    using signal = abortSignalOf(token);
    for await (const part of (await this.#gemini(model)).stream(request, signal.signal)) {
      progress.report(
        part.type === 'text'
          ? new vscode.LanguageModelTextPart(part.text)
          : new vscode.LanguageModelToolCallPart(part.callId, part.name, part.arguments),
      );
    }
  }

  /** The secret storage can keep us waiting; the offline model must not wait with it. */
  async #keySoon(): Promise<string | undefined> {
    const reading = this.#host.geminiKey.get();
    const late = Symbol('late');
    const soon = await Promise.race([reading, new Promise<typeof late>(done => setTimeout(done, KEY_WAIT_MS, late))]);
    if (soon !== late) {
      return soon;
    }
    void reading.then(key => key && this.#changes.fire());
    return undefined;
  }

  /** Called often: an estimate, never the network. */
  async provideTokenCount(_: ModelInformation, text: string | vscode.LanguageModelChatRequestMessage): Promise<number> {
    return estimateTokens(typeof text === 'string' ? text : countedText(text));
  }

  dispose(): void {
    this.#list?.reset();
    this.#changes.dispose();
  }

  async #answerOffline(messages: readonly vscode.LanguageModelChatRequestMessage[]): Promise<string> {
    const lastMessage = messages.findLast(message => message.role === vscode.LanguageModelChatMessageRole.User);
    const text = lastMessage ? textOf(lastMessage) : '';
    // Agent mode wraps what the person typed in a tag of its own, among much else.
    const question = /<userRequest>([\s\S]*?)<\/userRequest>/.exec(text)?.[1]?.trim() ?? text;
    const { store } = this.#host;
    const quoted = await quoteMemory(store, question, { reach: await currentReach(this.#host), limit: PASSAGES });
    return offlineAnswerText(offlineAnswer(quoted), dateNow());
  }

  async #geminiModels(key: string): Promise<readonly GeminiModelInfo[]> {
    const first = readGeminiChatModel();
    const { GeminiList, listGeminiModels } = await import('../../llm/gemini/gemini.ts');
    this.#list ??= new GeminiList({
      ask: (apiKey, signal) => {
        const baseUrl = readGeminiBaseUrl();
        return listGeminiModels({ apiKey, signal, ...(baseUrl ? { baseUrl } : {}) });
      },
      changed: () => this.#changes.fire(),
      warn: text => this.#host.log.warn(text),
    });
    const models = await this.#list.get(key);
    return [...models.filter(model => model.id === first), ...models.filter(model => model.id !== first)];
  }

  async #gemini(information: ModelInformation): Promise<LanguageModel> {
    const cached = this.#models.get(information.id);
    if (cached) {
      return cached;
    }
    const baseUrl = readGeminiBaseUrl();
    const { createGeminiModel } = await import('../../llm/gemini/gemini.ts');
    const model = createGeminiModel({
      apiKey: (await this.#host.geminiKey.get()) ?? '',
      model: information.id,
      logger: this.#host.log,
      maxInputTokens: information.maxInputTokens,
      maxOutputTokens: information.maxOutputTokens,
      ...(baseUrl ? { baseUrl } : {}),
    });
    this.#models.set(information.id, model);
    return model;
  }
}

function toInformation(model: GeminiModelInfo): ModelInformation {
  return {
    ...model,
    family: model.id,
    version: '1',
    detail: 'Gemini, your key',
    tooltip: 'Google Gemini with your own key. Questions and the memory quoted with them are sent to Google.',
    isUserSelectable: true,
    capabilities: { toolCalling: true },
  };
}
