import type { Measure } from '../../test/bench/measure.ts';

export declare function layOut(run: {
  begin: Date;
  machine: { cores: number; model: string; load: number };
  measures: readonly Measure[];
}): string;
