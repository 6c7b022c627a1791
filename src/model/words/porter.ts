/**
 * Porter's stemmer as SQLite's `porter` tokenizer has it, so that what is marked is what the word index finds. It works on
 * the bytes of a word that is folded already: those beyond ASCII count as consonants.
 */
export function porter(word: string): string {
  // No rule ends in anything but an ASCII letter.
  if (word.length > LONGEST_WORD || word.charCodeAt(word.length - 1) > 127) {
    return word;
  }
  if (isAscii.test(word)) {
    return word.length < SHORTEST_WORD ? word : stemBytes(word);
  }
  const bytes = Buffer.from(word, 'utf8');
  const fits = bytes.length >= SHORTEST_WORD && bytes.length <= LONGEST_WORD;
  return fits ? Buffer.from(stemBytes(bytes.toString('latin1')), 'latin1').toString('utf8') : word;
}

const isAscii = /^[ -~]*$/;
/** In bytes: shorter and longer words stay as they are. */
const SHORTEST_WORD = 3;
const LONGEST_WORD = 64;

type Rule = readonly [ending: string, instead: string];

/** By the last letter but one; of those that fit, the first one is taken or none. */
const step2: Record<string, readonly Rule[]> = {
  a: [
    ['ational', 'ate'],
    ['tional', 'tion'],
  ],
  c: [
    ['enci', 'ence'],
    ['anci', 'ance'],
  ],
  e: [['izer', 'ize']],
  g: [['logi', 'log']],
  l: [
    ['bli', 'ble'],
    ['alli', 'al'],
    ['entli', 'ent'],
    ['eli', 'e'],
    ['ousli', 'ous'],
  ],
  o: [
    ['ization', 'ize'],
    ['ation', 'ate'],
    ['ator', 'ate'],
  ],
  s: [
    ['alism', 'al'],
    ['iveness', 'ive'],
    ['fulness', 'ful'],
    ['ousness', 'ous'],
  ],
  t: [
    ['aliti', 'al'],
    ['iviti', 'ive'],
    ['biliti', 'ble'],
  ],
};

const step3: Record<string, readonly Rule[]> = {
  a: [['ical', 'ic']],
  s: [['ness', '']],
  t: [
    ['icate', 'ic'],
    ['iciti', 'ic'],
  ],
  u: [['ful', '']],
  v: [['ative', '']],
  z: [['alize', 'al']],
};

const gone = (...endings: string[]): Rule[] => endings.map(ending => [ending, '']);
const step4: Record<string, readonly Rule[]> = {
  a: gone('al'),
  c: gone('ance', 'ence'),
  e: gone('er'),
  i: gone('ic'),
  l: gone('able', 'ible'),
  n: gone('ant', 'ement', 'ment', 'ent'),
  o: gone('ion', 'ou'),
  s: gone('ism'),
  t: gone('ate', 'iti'),
  u: gone('ous'),
  v: gone('ive'),
  z: gone('ize'),
};

function stemBytes(word: string): string {
  let stem = withoutPast(withoutPlural(word));
  if (stem.endsWith('y') && hasVowel(stem.slice(0, -1))) {
    stem = `${stem.slice(0, -1)}i`;
  }
  stem = apply(step2, stem, 1);
  stem = apply(step3, stem, 1);
  stem = apply(step4, stem, 2);
  const rest = stem.slice(0, -1);
  if (stem.endsWith('e') && (measure(rest) > 1 || (measure(rest) === 1 && !endsShort(rest)))) {
    stem = rest;
  }
  return stem.endsWith('ll') && measure(stem.slice(0, -1)) > 1 ? stem.slice(0, -1) : stem;
}

function withoutPlural(word: string): string {
  if (!word.endsWith('s') || word.at(-2) === 's') {
    return word;
  }
  const isLong = (word.length > 4 && word.endsWith('sses')) || (word.length > 3 && word.endsWith('ies'));
  return word.slice(0, isLong ? -2 : -1);
}

function withoutPast(word: string): string {
  if (word.length > 3 && word.endsWith('eed')) {
    return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  }
  const length = word.length > 2 && word.endsWith('ed') ? 2 : word.length > 3 && word.endsWith('ing') ? 3 : 0;
  const stem = word.slice(0, word.length - length);
  if (length === 0 || !hasVowel(stem)) {
    return word;
  }
  if (stem.length > 2 && /(?:at|bl|iz)$/.test(stem)) {
    return `${stem}e`;
  }
  const last = stem.at(-1)!;
  if (!isVowel(last, false) && !'lsz'.includes(last) && last === stem.at(-2)) {
    return stem.slice(0, -1);
  }
  return measure(stem) === 1 && endsShort(stem) ? `${stem}e` : stem;
}

function apply(rules: Record<string, readonly Rule[]>, word: string, least: number): string {
  for (const [ending, instead] of rules[word.at(-2) ?? ''] ?? []) {
    if (word.length > ending.length && word.endsWith(ending)) {
      const stem = word.slice(0, -ending.length);
      const fits = measure(stem) >= least && (ending !== 'ion' || /[st]$/.test(stem));
      return fits ? stem + instead : word;
    }
  }
  return word;
}

/** A `y` is a vowel behind a consonant. */
function isVowel(letter: string, behindConsonant: boolean): boolean {
  return 'aeiou'.includes(letter) || (letter === 'y' && behindConsonant);
}

function hasVowel(stem: string): boolean {
  for (let at = 0; at < stem.length; at++) {
    if (isVowel(stem[at]!, at > 0)) {
      return true;
    }
  }
  return false;
}

/** How often consonants follow vowels. */
function measure(stem: string): number {
  let count = 0;
  let consonant = false;
  for (let at = 0; at < stem.length; at++) {
    const vowel = isVowel(stem[at]!, consonant);
    // The first letter follows nothing.
    count += !vowel && !consonant && at > 0 ? 1 : 0;
    consonant = !vowel;
  }
  return count;
}

/** Consonant, vowel, consonant: `hop`, not `how`. */
function endsShort(stem: string): boolean {
  if (/[wxy]$/.test(stem)) {
    return false;
  }
  let consonant = false;
  let pattern = '';
  for (const letter of stem) {
    consonant = !isVowel(letter, consonant);
    pattern = (pattern + (consonant ? 'c' : 'v')).slice(-3);
  }
  return pattern === 'cvc';
}
