import { formatBar, formatBytes, formatDuration } from './format.ts';

/** A terminal is redrawn at most this often. */
export const redrawMs = 100;
/** Without a terminal, one line is written per this share of the file. */
export const logStep = 0.1;
/** Weight of the newest sample in the smoothed rate. */
const smoothing = 0.2;
/** A rate sample spans at least this long, so that four parts ending together do not look like a burst. */
const sampleMs = 1_000;

export interface ProgressOutput {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

export class ProgressMeter {
  readonly #total: number;
  readonly #output: ProgressOutput;
  readonly #now: () => number;
  #done: number;
  #rate = 0;
  #sampleStart: number;
  #sampleBytes = 0;
  #lastDraw = Number.NEGATIVE_INFINITY;
  #nextStep = logStep;

  constructor(total: number, already: number, output: ProgressOutput, now: () => number = Date.now) {
    this.#total = total;
    this.#done = already;
    this.#output = output;
    this.#now = now;
    this.#sampleStart = now();
    while (this.fraction >= this.#nextStep && this.#nextStep < 1) this.#nextStep += logStep;
  }

  get fraction(): number {
    return this.#total === 0 ? 1 : this.#done / this.#total;
  }

  /** Bytes per second, smoothed; 0 until the first sample is complete. */
  get rate(): number {
    return this.#rate;
  }

  add(bytes: number): void {
    this.#done += bytes;
    this.#sampleBytes += bytes;
    const elapsed = this.#now() - this.#sampleStart;
    if (elapsed >= sampleMs) {
      const sample = (this.#sampleBytes * 1000) / elapsed;
      this.#rate = this.#rate === 0 ? sample : smoothing * sample + (1 - smoothing) * this.#rate;
      this.#sampleStart = this.#now();
      this.#sampleBytes = 0;
    }
    if (this.#output.isTTY) this.#redraw();
    else this.#log();
  }

  /** A message of its own line, above the bar. */
  note(message: string): void {
    this.#output.write(this.#output.isTTY ? `\r\x1b[K${message}\n` : `${message}\n`);
    this.#lastDraw = Number.NEGATIVE_INFINITY;
  }

  finish(): void {
    if (!this.#output.isTTY) return;
    this.#lastDraw = Number.NEGATIVE_INFINITY;
    this.#redraw();
    this.#output.write('\n');
  }

  line(): string {
    const percent = `${Math.floor(this.fraction * 100)}%`.padStart(4);
    const rate = this.#rate > 0 ? `${formatBytes(this.#rate)}/s` : '--';
    const left = this.#rate > 0 ? formatDuration((this.#total - this.#done) / this.#rate) : '--';
    const amount = `${formatBytes(this.#done)} of ${formatBytes(this.#total)}`;
    return `${formatBar(this.fraction)} ${percent}  ${amount}  ${rate}  ${left} left`;
  }

  #redraw(): void {
    const now = this.#now();
    if (now - this.#lastDraw < redrawMs) return;
    this.#lastDraw = now;
    this.#output.write(`\r${this.line().slice(0, (this.#output.columns ?? 80) - 1)}\x1b[K`);
  }

  #log(): void {
    if (this.fraction + 1e-9 < this.#nextStep) return;
    while (this.fraction + 1e-9 >= this.#nextStep) this.#nextStep += logStep;
    this.#output.write(`${this.line()}\n`);
  }
}
