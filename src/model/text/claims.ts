import { pairsOf } from '../words/indexText.ts';
import { isInsideWord, segmentsOf, spacedParts } from '../words/scripts.ts';
import { isStopWord } from '../words/stopWords.ts';
import { hasKana, tellingRuns } from '../words/tellingRuns.ts';
import { fold, stem } from '../words/words.ts';

/** Longer ones are pasted data that no sentence is held to. */
const LONGEST_CLAIM = 200;

/** What a sentence can be held to: the names, numbers, identifiers and file names in it, folded. */
export function claimsOf(sentence: string): string[] {
  const text = withoutMarks(sentence);
  const claims = new Set<string>();
  const quoted = new Set([...sentence.matchAll(/`([^`\s]{2,})`/g)].map(([, name = '']) => name));
  for (const match of text.matchAll(termPattern)) {
    const begins = beginsSentence(text, match.index);
    partsOfTerm(match[0]).forEach((part, index) => {
      const named = /^\p{Lu}\p{Ll}/u.test(part) && !(begins && index === 0);
      const isClaim = isFileName(part) || isNumber(part) || isIdentifier(part) || named || quoted.has(part);
      if (isClaim && part.length <= LONGEST_CLAIM) {
        claims.add(fold(part));
      }
    });
  }
  return [...claims];
}

/** Whether nothing but blanks lies between a sentence's first letter, a quote or an item's mark and this place. */
function beginsSentence(text: string, index: number): boolean {
  let at = index - 1;
  while (at >= 0 && /\s/.test(text[at]!)) {
    at--;
  }
  return at < 0 || /[.:!?…“«"'([>→•-]/.test(text[at]!);
}

/** Around a name, a script without blanks goes on: it is no part of the claim. */
function partsOfTerm(term: string): string[] {
  const spaced = spacedParts(term);
  if (isFileName(term) && !isFileName(spaced.at(-1)!)) {
    return [term];
  }
  return spaced.flatMap(part => (isFileName(part) || isNumber(part) ? [part] : part.split(/[./\\]/)));
}

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
      if (!isInsideWord(before.slice(-1)) && !isInsideWord(after.slice(0, 1)) && !partsNumber(claim, before, after)) {
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

function partsNumber(claim: string, before: string, after: string): boolean {
  return isNumber(claim) && (/\d[.,]$/.test(before) || /^[.,]\d/.test(after));
}

/** The stems of the words that carry meaning; of scripts without blanks, the pairs of characters in their telling runs. */
export function contentWords(text: string): string[] {
  const folded = fold(text);
  const japanese = hasKana(folded);
  const words: string[] = [];
  for (const [word] of folded.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    for (const { text, unspaced } of segmentsOf(word)) {
      if (unspaced) {
        tellingRuns(text, japanese).forEach(run => {
          const pairs = pairsOf(run);
          for (const pair of pairs.length > 1 ? pairs.slice(0, -1) : pairs) {
            words.push(pair);
          }
        });
      } else if (text.length > 2 && text.length <= 60 && !isStopWord(text)) {
        words.push(stem(text));
      }
    }
  }
  return words;
}
