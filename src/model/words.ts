/** Words of questions and texts: what both stores agree on when they search by words. */

const stopWords = new Set(
  (
    'a an and are as at be been but by can could did do does for from had has have he how i if in into is it its ' +
    'me my no not of on or our she should so such than that the their them then there these they this those to us ' +
    'was we were what when where which who why will with would you your about say said tell told talk talked ' +
    'remember anything something please ' +
    'au aux avec ce ces cette comme dans de des du elle en est et eu il ils je la le les leur lui mais ne nos notre ' +
    'nous on ont ou par pas pour qu que quel quelle qui sa se ses son sont sur ta te tes toi ton tu un une vos votre vous'
  ).split(' '),
);

export const isStopWord = (folded: string): boolean => stopWords.has(folded);

export interface QueryTerm {
  /** As typed: one word, or several that belong together. */
  text: string;
  /** May be the beginning of a longer word. */
  prefix: boolean;
}

const wordPattern = /[\p{L}\p{N}\p{M}]+(?:['’_.-][\p{L}\p{N}\p{M}]+)*/gu;

/**
 * The words that carry a question: quoted ones stay together, little words go unless there is nothing else.
 * With `prefix`, the last word may still be being typed.
 */
export function queryTerms(text: string, prefix = false): QueryTerm[] {
  const terms: QueryTerm[] = [];
  let end = 0;
  for (const match of text.slice(0, 2000).matchAll(/"([^"]+)"?|[^"]+/g)) {
    if (match[1] !== undefined) {
      terms.push({ text: match[1].trim(), prefix: false });
      continue;
    }
    for (const word of match[0].matchAll(wordPattern)) {
      terms.push({ text: word[0], prefix: false });
      end = match.index + word.index + word[0].length;
    }
  }
  const last = terms.at(-1);
  if (prefix && last && end === text.length) {
    last.prefix = true;
  }
  const seen = new Set<string>();
  const known = terms.filter(
    term => /[\p{L}\p{N}]/u.test(term.text) && !seen.has(fold(term.text)) && seen.add(fold(term.text)),
  );
  const telling = known.filter(term => term.prefix || !stopWords.has(fold(term.text)));
  const useful = telling.some(term => !stopWords.has(fold(term.text))) ? telling : known;
  return useful.slice(0, 24);
}

const isAscii = /^[ -~]*$/;

/** Lower case without accents, so that « été » and "ete" meet. */
export function fold(text: string): string {
  // Most words are plain: a search folds some ten thousand of them.
  if (isAscii.test(text)) {
    return text.toLowerCase();
  }
  // Marks go first: putting many of them in order takes the square of their number.
  return text
    .replace(/\p{M}+/gu, '')
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
}

const endings = /(?:ations?|ions?|y?ing|ies|ied|ed|es|er|ers|ly|y|s|e)$/;

/** What words of one family begin with, near enough to mark them: retry, retries, retried → retr. */
export function stem(word: string): string {
  const folded = fold(word);
  const cut = folded.replace(endings, '');
  return cut.length >= 3 ? cut : folded;
}

/** The words that `retryWithBackoff` is made of; none for a plain word. */
export function identifierParts(name: string): string[] {
  if (!/.\p{Lu}/su.test(name)) {
    return [];
  }
  const parts = name.split(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u);
  return parts.length > 1 ? parts : [];
}

/** An identifier also answers to its parts: they are added behind the text when it is indexed. */
export function withIdentifierParts(text: string): string {
  const parts = new Set<string>();
  for (const [name] of text.matchAll(
    /\b[\p{L}\p{N}]*\p{Ll}\p{Lu}[\p{L}\p{N}]*\b|\b\p{Lu}{2,}\p{Ll}[\p{L}\p{N}]*\b/gu,
  )) {
    for (const part of name.length <= 80 ? identifierParts(name) : []) {
      parts.add(part);
    }
  }
  return parts.size === 0 ? text : `${text}\n${[...parts].join(' ')}`;
}
