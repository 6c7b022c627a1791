import * as little from './littleRuns.ts';
import { charactersOf } from './scripts.ts';

/**
 * The telling stretches of a run of a script without blanks, as they stand: `データベースのポートは` gives `データベース` and
 * `ポート`. What else there is are particles, endings and question words.
 */
export function tellingRuns(run: string, japanese: boolean): string[] {
  const parts = run.match(kinds) ?? [];
  return parts.flatMap((part, index) => tellingParts(part, parts[index - 1] ?? '', japanese));
}

export const hasKana = (text: string): boolean => /[\p{sc=Hira}\p{sc=Kana}]/u.test(text);

const kinds =
  /[\p{sc=Kana}ーｰ\uff9e\uff9f\u3099\u309a]+|[\p{sc=Hira}ー\u3099\u309a]+|[\p{sc=Han}々]+|[\p{sc=Hang}]+|[\p{sc=Thai}]+|[^\p{sc=Kana}\p{sc=Hira}\p{sc=Han}\p{sc=Hang}\p{sc=Thai}]+/gu;

function tellingParts(part: string, before: string, japanese: boolean): string[] {
  if (/^\p{sc=Hang}/u.test(part)) {
    return koreanWord(part);
  }
  if (/^\p{sc=Thai}/u.test(part)) {
    return splitAt(part, little.thai).filter(piece => charactersOf(piece).length > 1);
  }
  if (/^\p{sc=Hira}/u.test(part)) {
    return hiraganaWord(part, /\p{sc=Han}$/u.test(before));
  }
  if (/^\p{sc=Han}/u.test(part)) {
    const pieces = japanese ? [part] : splitAt(part, little.chinese);
    return pieces.filter(piece => !little.han.has(piece));
  }
  return [part];
}

/** Hiragana is grammar for the most part: what is left between particles is a word when it is long enough. */
function hiraganaWord(part: string, behindKanji: boolean): string[] {
  // There it begins with the ending of a verb, unless with a particle.
  if (behindKanji && !little.japaneseParticle.test(part)) {
    return [];
  }
  let to = part.length;
  for (let length = longestBefore(part, to); length > 0; length = longestBefore(part, to)) {
    to -= length;
  }
  let from = 0;
  for (
    let length = longestAt(part, from, little.japanese);
    length > 0;
    length = longestAt(part, from, little.japanese)
  ) {
    from += length;
  }
  return to - from >= 3 ? [part.slice(from, to)] : [];
}

function longestBefore(part: string, end: number): number {
  for (let length = Math.min(little.LONGEST_PIECE, end); length > 0; length--) {
    if (little.japanese.has(part.slice(end - length, end))) {
      return length;
    }
  }
  return 0;
}

/** Without the particles and endings that stick to it; two syllables of it stay at least. */
function koreanWord(part: string): string[] {
  let word = part.normalize('NFC');
  for (let cut = 0; cut < 4 && !little.koreanWhole.test(word); cut++) {
    const ending = little.koreanEnding.exec(word)?.[0] ?? '';
    if (ending === '' || word.length - ending.length < 2) {
      break;
    }
    word = word.slice(0, -ending.length);
  }
  const isLittle = little.korean.has(word) || little.korean.has(word.replace(little.koreanEnding, ''));
  return isLittle || little.koreanVerb.test(word) ? [] : [word];
}

/** What lies between the pieces, taking the longest that fits; what is kept is no piece even where one is in it. */
function splitAt(run: string, { pieces, kept }: little.Pieces): string[] {
  const between: string[] = [];
  let from = 0;
  for (let at = 0; at < run.length; ) {
    const length = longestAt(run, at, kept);
    const cut = length === 0 ? longestAt(run, at, pieces) : 0;
    if (cut > 0) {
      between.push(run.slice(from, at));
      from = at + cut;
    }
    at += length || cut || (run.codePointAt(at)! > 0xffff ? 2 : 1);
  }
  between.push(run.slice(from));
  return between.filter(piece => piece !== '');
}

function longestAt(run: string, at: number, words: ReadonlySet<string>): number {
  for (let length = Math.min(little.LONGEST_PIECE, run.length - at); length > 0; length--) {
    // A mark behind it belongs to its last letter and makes another of it.
    if (words.has(run.slice(at, at + length)) && !/^\p{M}/u.test(run.slice(at + length, at + length + 2))) {
      return length;
    }
  }
  return 0;
}
