import * as vscode from 'vscode';
import { createGeminiModel } from '../../llm/gemini/geminiModel.ts';
import { OfflineSummarizer } from '../../llm/offline/offlineSummarizer.ts';
import type { Material } from '../../llm/summarizer.ts';
import { Budget } from '../../memory/summaries/budget.ts';
import type { SummaryMaker } from '../../memory/summaries/layers.ts';
import { meterModel } from '../../memory/summaries/meteredModel.ts';
import { ModelSummarizer } from '../../memory/summaries/modelSummarizer.ts';
import { Pace } from '../../memory/summaries/pace.ts';
import { SummarizerPolicy, type SummarizerState } from '../../memory/summaries/summarizerPolicy.ts';
import type { Store } from '../../store/store.ts';
import { systemClock } from '../../util/clock.ts';
import type { GeminiKey } from '../geminiKey.ts';
import { settings } from '../ids.ts';
import {
  onDidChangeSetting,
  readDailyTokens,
  readGeminiBaseUrl,
  readGeminiSummaryModel,
  readSummariesModel,
} from '../settings.ts';

export interface MakerNeeds {
  store: Store;
  geminiKey: GeminiKey;
  log: vscode.LogOutputChannel;
}

/** Who writes summaries now: Gemini where a key is set and it is wanted, else offline. Follows key and settings. */
export class CurrentMaker implements SummaryMaker, vscode.Disposable {
  readonly budget: Budget;
  readonly #host: MakerNeeds;
  readonly #pace = new Pace(systemClock);
  readonly #changes = new vscode.EventEmitter<SummarizerState>();
  readonly #listeners: vscode.Disposable[];
  #policy: Promise<SummarizerPolicy> | undefined;
  #state: SummarizerState = { kind: 'ready' };
  #awayUntil: () => number | undefined = () => undefined;

  constructor(host: MakerNeeds) {
    this.#host = host;
    this.budget = new Budget({ usage: host.store.usage, clock: systemClock, dailyTokens: readDailyTokens });
    const watched = [settings.summariesModel, settings.geminiSummaryModel, settings.geminiBaseUrl];
    this.#listeners = [
      host.geminiKey.onDidChange(() => this.#reset()),
      ...watched.map(id => onDidChangeSetting(id, () => this.#reset())),
    ];
  }

  /** How the wanted model is doing, for the status bar. */
  readonly onDidChangeState = this.#changes.event;

  get state(): SummarizerState {
    return this.#state;
  }

  get awayUntil(): number | undefined {
    return this.#awayUntil();
  }

  async summarize(material: Material, signal: AbortSignal) {
    this.#policy ??= this.#make();
    return (await this.#policy).summarize(material, signal);
  }

  /** `offline`, or the model that is asked. */
  async modelName(): Promise<string> {
    return (await this.#wanted()) ? `gemini/${readGeminiSummaryModel()}` : 'offline';
  }

  dispose(): void {
    this.#changes.dispose();
    for (const listener of this.#listeners) {
      listener.dispose();
    }
  }

  #reset(): void {
    this.#policy = undefined;
    this.#become({ kind: 'ready' });
  }

  async #wanted(): Promise<string | undefined> {
    return readSummariesModel() === 'offline' ? undefined : await this.#host.geminiKey.get();
  }

  async #make(): Promise<SummarizerPolicy> {
    const apiKey = await this.#wanted();
    const baseUrl = readGeminiBaseUrl();
    const { budget } = this;
    const preferred =
      apiKey === undefined
        ? undefined
        : new ModelSummarizer(
            meterModel(
              createGeminiModel({
                apiKey,
                model: readGeminiSummaryModel(),
                logger: this.#host.log,
                ...(baseUrl ? { baseUrl } : {}),
              }),
              { pace: this.#pace, budget },
            ),
          );
    const policy = new SummarizerPolicy({ preferred, offline: new OfflineSummarizer(), budget, clock: systemClock });
    policy.onDidChange(state => this.#become(state));
    this.#awayUntil = () => policy.awayUntil;
    return policy;
  }

  #become(state: SummarizerState): void {
    this.#state = state;
    if (state.message) {
      this.#host.log.info(state.message);
    }
    this.#changes.fire(state);
  }
}
