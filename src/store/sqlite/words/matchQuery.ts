import { indexPhrase } from '../../../model/words/indexText.ts';
import { partsOf } from '../../../model/words/runs.ts';
import { isUnspaced } from '../../../model/words/scripts.ts';
import type { QueryTerm } from '../../../model/words/words.ts';

/** What FTS5 is asked, from the words of a question. */

export const quote = (word: string) => `"${word}"`;

export function phraseQuery(text: string, prefix: boolean): string {
  const phrase = indexPhrase(text);
  return quote(phrase.text) + (prefix || phrase.open ? '*' : '');
}

export const termQuery = ({ text, prefix }: QueryTerm) => phraseQuery(text, prefix);
export const allOf = (terms: readonly QueryTerm[]) => terms.map(termQuery).join(' AND ');
export const anyOf = (terms: readonly QueryTerm[]) => `(${terms.map(termQuery).join(' OR ')})`;

/** So many parts of a long run are looked for at most, and of all of them. */
const PARTS_A_RUN = 24;
const PARTS = 72;

/** Terms, and long runs by the parts they are made of. */
export function partsOfAll(terms: readonly QueryTerm[]): QueryTerm[] {
  return terms.flatMap(term => partsOf(term).slice(0, PARTS_A_RUN)).slice(0, PARTS);
}

/** A letter begins a tenth of all words: behind others it waits for its second one, alone it is a word. */
export function withoutFirstLetter(terms: readonly QueryTerm[]): readonly QueryTerm[] {
  const last = terms.at(-1);
  const [, before] = (last?.prefix && /^(|.*[^\p{L}\p{N}])[\p{Script=Latin}\p{N}]$/u.exec(last.text)) || [];
  if (!last || before === undefined) {
    return terms;
  }
  const others = terms.slice(0, -1);
  if (before !== '') {
    return [...others, { text: before, prefix: false }];
  }
  return others.length > 0 ? others : [{ ...last, prefix: false }];
}

/** A word being typed can be longer than the stem that is indexed ("configuratio" against "configur"). */
export function* shorterPrefixes(terms: readonly QueryTerm[]): Generator<QueryTerm[]> {
  const last = terms.at(-1);
  if (!last?.prefix || isUnspaced(last.text)) {
    return;
  }
  const characters = [...last.text];
  const letters = characters.length - 1 - characters.findLastIndex(character => !/[\p{L}\p{N}]/u.test(character));
  for (let cut = 1; cut <= 4 && letters - cut >= 4; cut++) {
    yield [...terms.slice(0, -1), { ...last, text: characters.slice(0, -cut).join('') }];
  }
}
