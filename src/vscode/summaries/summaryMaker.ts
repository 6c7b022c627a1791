import * as vscode from 'vscode';
import type { Material } from '../../llm/summarizer.ts';
import { Budget } from '../../memory/summaries/budget.ts';
import type { SummaryMaker } from '../../memory/summaries/layers.ts';
import { meterModel } from '../../memory/summaries/meteredModel.ts';
import type { PaidSummarizer } from '../../memory/summaries/modelSummarizer.ts';
import { Pace } from '../../memory/summaries/pace.ts';
import { SummarizerPolicy, type SummarizerState } from '../../memory/summaries/summarizerPolicy.ts';
import { systemClock } from '../../util/clock.ts';
import type { Work } from '../../work/work.ts';
import { settings } from '../ids.ts';
import type { GeminiKey } from '../models/geminiKey.ts';
import {
  onDidChangeSetting,
  readDailyTokens,
  readGeminiBaseUrl,
  readGeminiSummaryModel,
  readSummariesModel,
} from '../settings.ts';

export interface MakerNeeds {
  work: Work;
  geminiKey: GeminiKey;
  log: vscode.LogOutputChannel;
}

/** Who writes summaries now: Gemini where a key is set and it is wanted, else offline. Follows key and settings. */
export class CurrentMaker implements SummaryMaker, vscode.Disposable {
  readonly budget: Budget;
  readonly #host: MakerNeeds;
  readonly #pace = new Pace(systemClock);
  readonly #changes = new vscode.EventEmitter<SummarizerState>();
  readonly #recovered = new vscode.EventEmitter<void>();
  readonly #listeners: vscode.Disposable[];
  #era = 0;
  #policy: Promise<SummarizerPolicy> | undefined;
  #state: SummarizerState = { kind: 'ready' };
  #awayUntil: () => number | undefined = () => undefined;

  constructor(host: MakerNeeds) {
    this.#host = host;
    this.budget = new Budget({ spending: host.work.spending, clock: systemClock, dailyTokens: readDailyTokens });
    const { summariesModel, geminiSummaryModel, geminiBaseUrl, budgetDailyTokens } = settings;
    const watched = [summariesModel, geminiSummaryModel, geminiBaseUrl, budgetDailyTokens];
    this.#listeners = [
      host.geminiKey.onDidChange(() => this.#reset()),
      ...watched.map(id => onDidChangeSetting(id, () => this.#reset())),
    ];
  }

  /** How the wanted model is doing, for the status bar. */
  readonly onDidChangeState = this.#changes.event;

  /** The wanted model answers again, or may: the key, a setting or the budget changed. */
  readonly onDidRecover = this.#recovered.event;

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
    this.#recovered.dispose();
    for (const listener of this.#listeners) {
      listener.dispose();
    }
  }

  #reset(): void {
    this.#era++;
    this.#policy = undefined;
    this.#awayUntil = () => undefined;
    this.#become({ kind: 'ready' }, true);
  }

  async #wanted(): Promise<string | undefined> {
    return readSummariesModel() === 'offline' ? undefined : await this.#host.geminiKey.get();
  }

  async #make(): Promise<SummarizerPolicy> {
    const era = this.#era;
    const apiKey = await this.#wanted();
    const { budget } = this;
    const preferred = apiKey ? await this.#gemini(apiKey) : undefined;
    const { OfflineSummarizer } = await import('../../llm/offline/offlineSummarizer.ts');
    const policy = new SummarizerPolicy({ preferred, offline: new OfflineSummarizer(), budget, clock: systemClock });
    // A call that was under way when a setting changed says nothing about the model of now.
    policy.onDidChange(state => era === this.#era && this.#become(state));
    if (era === this.#era) {
      this.#awayUntil = () => policy.awayUntil;
    }
    return policy;
  }

  async #gemini(apiKey: string): Promise<PaidSummarizer> {
    const { createGeminiModel } = await import('../../llm/gemini/gemini.ts');
    const { ModelSummarizer } = await import('../../memory/summaries/modelSummarizer.ts');
    const baseUrl = readGeminiBaseUrl();
    const model = createGeminiModel({
      apiKey,
      model: readGeminiSummaryModel(),
      modelSetting: settings.geminiSummaryModel,
      logger: this.#host.log,
      ...(baseUrl ? { baseUrl } : {}),
    });
    return new ModelSummarizer(meterModel(model, { pace: this.#pace, budget: this.budget }));
  }

  #become(state: SummarizerState, anew = false): void {
    const recovered = anew || (state.kind === 'ready' && this.#state.kind !== 'ready');
    this.#state = state;
    if (state.message) {
      this.#host.log.info(state.message);
    }
    this.#changes.fire(state);
    if (recovered) {
      this.#recovered.fire();
    }
  }
}
