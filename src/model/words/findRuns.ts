import type { Match } from './match.ts';
import { isKatakana, type Run } from './runs.ts';
import { charactersOf } from './scripts.ts';
import { foldWord } from './words.ts';

export interface TermRun extends Run {
  term: number;
}

interface Part {
  run: number;
  /** Where in the run it stands first. */
  at: number;
}

/** Finds runs of scripts without blanks in a text, one after the other. */
export class RunFinder {
  readonly #runs: readonly TermRun[];
  readonly #parts = new Map<string, Part[]>();
  readonly #lengths: number[];

  constructor(runs: readonly TermRun[]) {
    this.#runs = runs;
    this.#lengths = [...new Set(runs.map(({ part }) => part))];
    for (const [run, { characters, part }] of runs.entries()) {
      for (let at = 0; at + part <= characters.length; at++) {
        const key = characters.slice(at, at + part).join('');
        const parts = this.#parts.get(key) ?? [];
        if (!parts.some(other => other.run === run)) {
          this.#parts.set(key, [...parts, { run, at }]);
        }
      }
    }
  }

  /** Stretches of one run of the text, in order and apart; the longest where several begin. */
  find(text: string, offset: number, covered: Coverage): Match[] {
    if (this.#runs.length === 0) {
      return [];
    }
    const written = charactersOf(text);
    const characters = written.map(foldWord);
    const starts = offsetsOf(written, offset);
    const stretches = this.#stretches(characters)
      .filter(({ run, from, to }) => !this.#runs[run]!.apart || isApart(this.#runs[run]!, characters, from, to))
      .sort((a, b) => a.from - b.from || b.to - a.to);
    const matches: Match[] = [];
    let last = 0;
    for (const { run, at, from, to } of stretches) {
      covered.add(run, at, to - from);
      if (from >= last) {
        const { term, characters } = this.#runs[run]!;
        matches.push({ start: starts[from]!, end: starts[to]!, term, whole: to - from === characters.length });
        last = to;
      }
    }
    return matches;
  }

  /** Parts that follow each other, in the run as in the text, are one stretch. */
  #stretches(characters: readonly string[]): Stretch[] {
    const stretches: Stretch[] = [];
    const open = new Map<number, Stretch>();
    for (let from = 0; from < characters.length; from++) {
      for (const length of this.#lengths) {
        const key = characters.slice(from, from + length).join('');
        for (const { run, at } of this.#parts.get(key) ?? []) {
          const before = open.get(run);
          const next = before && this.#runs[run]!.characters[before.at + before.to - before.from];
          if (before?.to === from + length - 1 && next === characters[before.to]) {
            before.to++;
          } else {
            const stretch = { run, at, from, to: from + length };
            open.set(run, stretch);
            stretches.push(stretch);
          }
        }
      }
    }
    return stretches;
  }
}

interface Stretch {
  run: number;
  /** Where in the run that is looked for it begins. */
  at: number;
  from: number;
  to: number;
}

/** What of the runs a whole text has. */
export class Coverage {
  readonly #characters = new Map<number, Set<number>>();

  add(run: number, at: number, length: number): void {
    const characters = this.#characters.get(run) ?? new Set();
    for (let index = at; index < at + length; index++) {
      characters.add(index);
    }
    this.#characters.set(run, characters);
  }

  /** The terms of which there is at least that share. */
  terms(runs: readonly TermRun[], share: number): Set<number> {
    const enough = runs.filter(
      ({ characters }, run) => (this.#characters.get(run)?.size ?? 0) >= characters.length * share,
    );
    return new Set(enough.map(({ term }) => term));
  }
}

function isApart({ characters: wanted }: Run, characters: readonly string[], from: number, to: number): boolean {
  const isWhole = to - from === wanted.length;
  return isWhole || !(isKatakana(characters[from - 1] ?? '') || isKatakana(characters[to] ?? ''));
}

/** Where each character begins, and behind the last one. */
function offsetsOf(written: readonly string[], offset: number): number[] {
  const offsets = [offset];
  for (const character of written) {
    offsets.push(offsets.at(-1)! + character.length);
  }
  return offsets;
}
