import { isStopWord } from '../../model/words/stopWords.ts';
import { fold, stem } from '../../model/words/words.ts';

const MOST_TOPICS = 3;
/** So many are looked at, from all over the text. */
const SENTENCES_READ = 2000;

/** Words that are no subject of a talk. */
const plainWords = new Set(
  (
    'use used uses using take takes make makes made need needs want get gets give go goes come comes see seen still also ' +
    'only even more most less much many one two three four five every each never always now then here there other same ' +
    'new first last next good well way thing things time case part right line first all any both few own just very too ' +
    'yes okay done sure answer answered question user asked said because between while after before without within ' +
    'would could should might must may let put keep keeps found find work works know says instead whether than ' +
    'plus moins tout tous toute toutes fait faire faut être était sera donc alors ainsi encore aussi bien très deux trois ' +
    'quatre cela ceci chaque entre sans sous ligne lignes fois dire dit met ait soit peut sinon quand comment pourquoi'
  ).split(' '),
);

interface Phrase {
  text: string;
  stems: string[];
  count: number;
}

/** Up to three short phrases that come up again and again. */
export function topicsOf(sentences: readonly string[]): string[] {
  const phrases = new Map<string, Phrase>();
  const step = Math.ceil(sentences.length / SENTENCES_READ);
  for (const sentence of sentences.filter((_, index) => index % step === 0)) {
    for (const run of runsOf(sentence)) {
      run.forEach((_, at) => {
        note(phrases, run.slice(at, at + 1));
        if (at + 1 < run.length) {
          note(phrases, run.slice(at, at + 2));
        }
      });
    }
  }
  const worth = ({ count, stems }: Phrase) => (stems.length > 1 ? count * 3 : count);
  const ranked = [...phrases.values()]
    .filter(({ count, stems }) => count >= (stems.length > 1 ? 2 : 3))
    .sort((a, b) => worth(b) - worth(a) || (a.text < b.text ? -1 : 1));
  const chosen: Phrase[] = [];
  for (const phrase of ranked) {
    if (chosen.length < MOST_TOPICS && !chosen.some(({ stems }) => stems.some(other => phrase.stems.includes(other)))) {
      chosen.push(phrase);
    }
  }
  return chosen.map(({ text }) => text);
}

function note(phrases: Map<string, Phrase>, words: readonly string[]): void {
  const stems = words.map(stem);
  const key = stems.join(' ');
  const phrase = phrases.get(key) ?? { text: words.join(' '), stems, count: 0 };
  phrase.count++;
  phrases.set(key, phrase);
}

/** Words that stand next to each other with nothing in between. */
function runsOf(sentence: string): string[][] {
  const runs: string[][] = [[]];
  let end = 0;
  for (const match of sentence.matchAll(/[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)*/gu)) {
    const word = match[0];
    const folded = fold(word);
    const apart =
      sentence.slice(end, match.index).trim() !== '' || /[\p{N}_./\\$]/u.test(sentence[match.index - 1] ?? '');
    const isPart = /[\p{N}_/\\$(]|\.\p{L}/u.test(
      sentence.slice(match.index + word.length, match.index + word.length + 2),
    );
    end = match.index + word.length;
    if (word.length < 3 || word.length > 30 || isPart || isStopWord(folded) || plainWords.has(folded)) {
      runs.push([]);
      continue;
    }
    if (apart) {
      runs.push([]);
    }
    runs.at(-1)!.push(/\p{Lu}.*\p{Lu}/u.test(word) ? word : word.toLowerCase());
  }
  return runs;
}
