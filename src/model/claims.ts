import { fold, isStopWord, stem } from './words.ts';

/** What a sentence can be held to: the names, numbers, identifiers and file names in it, folded. */
export function claimsOf(sentence: string): string[] {
  const text = withoutMarks(sentence);
  const claims = new Set<string>();
  const quoted = new Set([...sentence.matchAll(/`([^`\s]{2,})`/g)].map(([, name = '']) => name));
  for (const match of text.matchAll(termPattern)) {
    const term = match[0];
    const claim = isFileName(term) ? [term] : isNumber(term) ? [term] : term.split(/[./\\]/);
    const begins = /(?:^|[.:!?…“«"'([>→•-])\s*$/u.test(text.slice(Math.max(0, match.index - BEFORE), match.index));
    claim.forEach((part, index) => {
      const named = /^\p{Lu}\p{Ll}/u.test(part) && !(begins && index === 0);
      if (isFileName(part) || isNumber(part) || isIdentifier(part) || named || quoted.has(part)) {
        claims.add(fold(part));
      }
    });
  }
  return [...claims];
}

/** So far back it is looked whether a word begins a sentence. */
const BEFORE = 20;

const termPattern = /\d+(?:[.,]\d+)+(?![\p{L}\d])|[\p{L}\p{N}\p{M}_$]+(?:[./\\]+[\p{L}\p{N}\p{M}_$]+)*/gu;

const isNumber = (term: string) => /^\p{Nd}[\p{Nd}.,_]*$/u.test(term);
const isFileName = (term: string) => /[\p{L}\p{N}_$]{2}\.(?=\w{0,7}\p{L})\w{1,8}$/u.test(term);
/** An inner capital, an underscore, a digit among letters, or capitals only. */
const isIdentifier = (term: string) =>
  /\p{Ll}\p{Lu}|\p{Lu}{2}|[\p{L}\p{N}]_|^[_$]\p{L}|\p{L}\p{Nd}|\p{Nd}\p{L}/u.test(term);

/** Markdown's marks do not part what belongs together. */
const withoutMarks = (text: string) => text.replace(/[`*]/g, '');

/** A text in which claims and words are looked up many times. */
export class Source {
  readonly #text: string;
  readonly #held = new Map<string, boolean>();
  #words: Set<string> | undefined;

  constructor(text: string) {
    this.#text = fold(withoutMarks(text));
  }

  /** As a whole: `4` is not in `4.3`, `load` not in `upload`. */
  holds(claim: string): boolean {
    const held = this.#held.get(claim) ?? this.#find(claim);
    this.#held.set(claim, held);
    return held;
  }

  #find(claim: string): boolean {
    for (let at = this.#text.indexOf(claim); at !== -1; at = this.#text.indexOf(claim, at + 1)) {
      const before = this.#text.slice(Math.max(0, at - 2), at);
      const after = this.#text.slice(at + claim.length, at + claim.length + 2);
      if (!isInside.test(before.slice(-1)) && !isInside.test(after.slice(0, 1)) && !partsNumber(claim, before, after)) {
        return true;
      }
    }
    return false;
  }

  sharesWord(words: readonly string[]): boolean {
    this.#words ??= new Set(contentWords(this.#text));
    return words.some(word => this.#words!.has(word));
  }
}

const isInside = /[\p{L}\p{N}_]/u;

function partsNumber(claim: string, before: string, after: string): boolean {
  return isNumber(claim) && (/\d[.,]$/.test(before) || /^[.,]\d/.test(after));
}

/** The stems of the words that carry meaning; scripts without spaces by pairs of characters. */
export function contentWords(text: string): string[] {
  const words: string[] = [];
  for (const [run] of fold(text).matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    if (unspaced.test(run)) {
      const characters = [...run];
      for (const [index, character] of characters.entries()) {
        words.push(character + (characters[index + 1] ?? ''));
      }
    } else if (run.length > 2 && run.length <= 60 && !isStopWord(run)) {
      words.push(stem(run));
    }
  }
  return words;
}

const unspaced = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}]/u;
