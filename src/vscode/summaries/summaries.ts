import type * as vscode from 'vscode';
import type { Background } from '../../memory/jobs/background.ts';
import type { Recorder } from '../../memory/record/recorder.ts';
import { Layers } from '../../memory/summaries/layers.ts';
import { SummaryJobs } from '../../memory/summaries/summaryJobs.ts';
import { TrimJob } from '../../memory/summaries/trimJob.ts';
import type { Store } from '../../store/store.ts';
import { describeError } from '../../util/errors.ts';
import { settings } from '../ids.ts';
import { onDidChangeSetting, readKeepDays, readLayerSettings, readSummariesEnabled } from '../settings.ts';
import type { Workspaces } from '../workspace/workspaces.ts';
import { CurrentMaker, type MakerNeeds } from './summaryMaker.ts';

interface Needs extends MakerNeeds {
  store: Store;
  recorder: Recorder;
  workspaces: Workspaces;
  background: Background;
}

/** Layers that grow in the background: follows what is recorded, and asks for the work. */
export class Summaries implements vscode.Disposable {
  readonly maker: CurrentMaker;
  readonly layers: Layers;
  readonly jobs: SummaryJobs;
  readonly #host: Needs;
  readonly #trim: TrimJob;
  readonly #disposables: { dispose(): unknown }[];

  constructor(host: Needs) {
    this.#host = host;
    const { store, work, recorder, background } = host;
    this.maker = new CurrentMaker(host);
    this.layers = new Layers({ store, maker: this.maker, settings: readLayerSettings });
    this.jobs = new SummaryJobs({
      store,
      queue: work.jobs,
      layers: this.layers,
      enabled: readSummariesEnabled,
      awayUntil: () => this.maker.awayUntil,
    });
    this.#trim = new TrimJob({ store, queue: work.jobs, keepDays: readKeepDays });
    background.register(...this.jobs.kinds, this.#trim.kind);
    background.atStart(async () => {
      const { id } = await host.workspaces.current();
      await this.jobs.noticeLately({ workspace_id: id });
    });
    background.atStart(() => this.#trim.notice());
    this.#disposables = [
      this.maker,
      recorder.onDidRecord(({ conversation_id }) => this.#quietly(this.jobs.noticeTurn(conversation_id))),
      onDidChangeSetting(settings.summariesKeepDays, () => this.#quietly(this.#noticeTrim())),
      this.maker.onDidRecover(() => this.#quietly(this.#redo())),
    ];
  }

  dispose(): void {
    for (const disposable of this.#disposables) {
      disposable.dispose();
    }
  }

  async #noticeTrim(): Promise<void> {
    if (await this.#host.store.exists()) {
      await this.#trim.notice();
    }
  }

  /** Also in windows where nothing is recorded: what any of them made offline waits in one queue. */
  async #redo(): Promise<void> {
    if (readSummariesEnabled() && (await this.#host.store.exists()) && (await this.maker.modelName()) !== 'offline') {
      await this.jobs.redoProvisional('all');
    }
  }

  #quietly(work: Promise<unknown>): void {
    work.catch(error => this.#host.log.warn(`Summaries have to wait: ${describeError(error)}`));
  }
}
