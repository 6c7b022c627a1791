import { withoutFencedCode } from '../../model/text/markdownBlocks.ts';

/** A guess good enough to tell French from English, not a name for every language. */

const functionWords: Record<string, string> = {
  English: 'the and is was were of that with for this which have has not are be from they then when it',
  French: 'le les des une est et dans pour qui sur pas avec cette ont sont du au aux mais nous vous elle je leur',
  German: 'der die das und ist nicht mit ein eine auf für den dem von zu wird wurde auch sich ich wir dass',
  Spanish: 'el los las es para por del se como pero más este esta fue son al lo usted y muy',
  Italian: 'il che di gli è per sono della nel come più anche questo questa ha ho alla dei stato',
  Portuguese: 'o os não uma com para em são foi mas mais isso este ao dos pelo você e um nas',
};

const languages = Object.entries(functionWords).map(([name, words]) => ({ name, words: new Set(words.split(' ')) }));

const scripts = ['Cyrillic', 'Greek', 'Arabic', 'Hebrew', 'Devanagari', 'Thai', 'Hangul', 'Hiragana', 'Han'].map(
  name => ({ name, pattern: new RegExp(`\\p{Script=${name}}`, 'gu') }),
);

/** Longer texts do not make the guess better. */
const LANGUAGE_CHARS_READ = 20_000;
const MIN_WORDS = 5;

/** The language, or the script where it tells as much; undefined when the text does not say clearly. */
export function guessLanguage(text: string): string | undefined {
  const prose = withoutFencedCode(text.slice(0, LANGUAGE_CHARS_READ)).replace(/`[^`\n]*`/g, ' ');
  const letters = prose.match(/\p{L}/gu)?.length ?? 0;
  // Japanese is known by its kana, so they are asked for before the characters it shares with Chinese.
  const script = scripts.find(({ name, pattern }) => {
    const share = (prose.match(pattern)?.length ?? 0) / letters;
    return share > (name === 'Hiragana' ? 0.1 : 0.3);
  });
  if (script) {
    return script.name;
  }
  const words = prose.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
  const ranked = languages
    .map(({ name, words: known }) => ({ name, hits: words.filter(word => known.has(word)).length }))
    .sort((a, b) => b.hits - a.hits);
  const [first, second] = ranked;
  return first && second && first.hits >= MIN_WORDS && first.hits >= 2 * second.hits ? first.name : undefined;
}
