import { fold } from '../../model/words/words.ts';

export type Language = 'en' | 'fr' | 'other';

const set = (words: string) => new Set(words.split(' '));

/** Little words that one language has and its neighbours hardly do. */
const marks = {
  en: set(
    'the and is are was were it this that with for of to you not have has what how why when which would should does do can be we from but there then',
  ),
  fr: set(
    'le la les des une du est sont et que qui pour dans pas avec sur ce cette nous vous je il elle ne plus comme mais ou au aux pourquoi comment quand faut donc',
  ),
};

const SAMPLE_CHARS = 20_000;

/** The language of the words, as far as it is one whose wording is known here. */
export function languageOf(texts: readonly string[]): Language {
  const each = Math.ceil(SAMPLE_CHARS / Math.max(1, texts.length)) + 200;
  const hits = { en: 0, fr: 0 };
  let words = 0;
  let foreign = 0;
  for (const text of texts) {
    for (const [word] of text.slice(0, each).matchAll(/[\p{L}\p{M}]+/gu)) {
      const folded = fold(word);
      words++;
      foreign += /[^\p{Script=Latin}\p{M}]/u.test(word) ? 1 : 0;
      hits.en += marks.en.has(folded) ? 1 : 0;
      hits.fr += marks.fr.has(folded) ? 1 : 0;
    }
  }
  const language = hits.fr > hits.en ? 'fr' : 'en';
  // A few words without any little one are taken for English, as most technical ones are.
  const enough = hits[language] >= words * 0.12 || (words < 12 && foreign === 0);
  return enough && foreign * 2 <= words ? language : 'other';
}
