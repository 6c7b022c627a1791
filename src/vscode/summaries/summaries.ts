import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { JobRunner } from '../../memory/jobs/jobRunner.ts';
import type { Recorder } from '../../memory/record/recorder.ts';
import { Layers } from '../../memory/summaries/layers.ts';
import { SummaryJobs } from '../../memory/summaries/summaryJobs.ts';
import { TrimJob } from '../../memory/summaries/trimJob.ts';
import { describeError } from '../../util/errors.ts';
import { settings } from '../ids.ts';
import { onDidChangeSetting, readKeepDays, readLayerSettings, readSummariesEnabled } from '../settings.ts';
import type { Workspaces } from '../workspace/workspaces.ts';
import { CurrentMaker, type MakerNeeds } from './summaryMaker.ts';

interface Needs extends MakerNeeds {
  recorder: Recorder;
  workspaces: Workspaces;
}

/** Work that another window left behind is looked for once this one has settled. */
const START_MS = 5000;

/** Layers that grow in the background: follows what is recorded, and works on the queue beside the other windows. */
export class Summaries implements vscode.Disposable {
  readonly maker: CurrentMaker;
  readonly layers: Layers;
  readonly jobs: SummaryJobs;
  /** The name under which this window claims jobs. */
  readonly owner = randomUUID();
  readonly #host: Needs;
  readonly #trim: TrimJob;
  readonly #runner: JobRunner;
  readonly #working = new vscode.EventEmitter<boolean>();
  readonly #disposables: { dispose(): unknown }[];
  #exists = () => false;

  constructor(host: Needs) {
    this.#host = host;
    const { store, recorder, log } = host;
    this.maker = new CurrentMaker(host);
    this.layers = new Layers({ store, maker: this.maker, settings: readLayerSettings });
    this.jobs = new SummaryJobs({
      store,
      layers: this.layers,
      enabled: readSummariesEnabled,
      awayUntil: () => this.maker.awayUntil,
    });
    this.#trim = new TrimJob({ store, keepDays: readKeepDays });
    const handlers = { ...this.jobs.handlers, ...this.#trim.handlers };
    this.#runner = new JobRunner({ store, handlers, owner: this.owner, logger: log });
    this.#disposables = [
      this.maker,
      this.#working,
      this.#runner.onDidChangeBusy(busy => this.#working.fire(busy)),
      recorder.onDidRecord(({ conversation_id }) => this.#quietly(this.jobs.noticeTurn(conversation_id))),
      this.#runner.follow(),
      onDidChangeSetting(settings.summariesKeepDays, () => this.#exists() && this.#quietly(this.#trim.notice())),
      this.maker.onDidRecover(() => this.#quietly(this.#redo())),
    ];
  }

  /** True while this window works on summaries. */
  readonly onDidChangeWork = this.#working.event;

  /** Only if there is a memory: a window that never uses it opens nothing. */
  startLater(exists: () => boolean): vscode.Disposable {
    this.#exists = exists;
    const timer = setTimeout(() => {
      if (exists()) {
        this.#quietly(this.#start());
      }
    }, START_MS);
    return new vscode.Disposable(() => clearTimeout(timer));
  }

  /** Lets a job under way end where nothing is half done. */
  async stop(): Promise<void> {
    await this.#runner.dispose();
  }

  dispose(): void {
    for (const disposable of this.#disposables) {
      disposable.dispose();
    }
  }

  async #start(): Promise<void> {
    const { id } = await this.#host.workspaces.current();
    await this.jobs.noticeLately({ workspace_id: id });
    await this.#trim.notice();
    this.#runner.wake();
  }

  /** Also in windows where nothing is recorded: what any of them made offline waits in one queue. */
  async #redo(): Promise<void> {
    if (readSummariesEnabled() && this.#exists() && (await this.maker.modelName()) !== 'offline') {
      await this.jobs.redoProvisional('all');
    }
  }

  #quietly(work: Promise<unknown>): void {
    work.catch(error => this.#host.log.warn(`Summaries have to wait: ${describeError(error)}`));
  }
}
