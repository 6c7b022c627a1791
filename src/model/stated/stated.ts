import { proseBlocks, sentencesOfBlock } from '../text/sentences.ts';
import {
  afterVerb,
  asksAlways,
  asksAtTimes,
  auxiliaries,
  beforeQuestionWord,
  clauseWords,
  contracted,
  determiners,
  fillers,
  frenchInversion,
  germanInversion,
  keeps,
  orders,
  ordersBeforeNoun,
  requests,
  verbs,
  verbsLikeNouns,
  wants,
} from './asking.ts';
import { asksInJapanese, asksInKorean, asksWithHan, asksWithThai } from './askingUnspaced.ts';

/** Whoever tells memory so much at once states something. */
const CHARS_READ = 20_000;

/** What of a text is stated; empty when it only asks, or names what is looked for. */
export function statedText(text: string): string {
  if (text.length > CHARS_READ) {
    return text;
  }
  const sentences = [...proseBlocks(text)].flatMap(block => sentencesOfBlock(block.text)).flatMap(thoughtsOf);
  const stated = sentences.filter(sentence => !isAsked(sentence));
  // Code and logs stand with the words around them.
  return stated.length === sentences.length ? text.trim() : stated.join('\n');
}

/** What of a text is asked or looked for. */
export function askedText(text: string): string {
  const sentences = [...proseBlocks(text.slice(0, CHARS_READ))].flatMap(block => sentencesOfBlock(block.text));
  return sentences.flatMap(thoughtsOf).filter(isAsked).join('\n');
}

/** People who write fast begin sentences with small letters. */
function thoughtsOf(sentence: string): string[] {
  return sentence
    .split(/(?<=[?？！。])\s*(?=[^\s)"'”’»?？！。])|(?<=\p{L}{2}[.!]|\d\.)\s+(?=\p{Ll}{2})/u)
    .filter(Boolean);
}

/** A question, a request, or the mere name of a subject. */
export function isAsked(sentence: string): boolean {
  const text = sentence.trim().replace(/^[-*•>\s]+/, '');
  if (/[?？؟⁇][\p{P}\p{S}\s]*$/u.test(text.slice(-12)) || text.startsWith('¿')) {
    return true;
  }
  if (/[\p{sc=Hira}\p{sc=Kana}]/u.test(text)) {
    return asksInJapanese(text);
  }
  if (/\p{sc=Hang}/u.test(text)) {
    return asksInKorean(text);
  }
  if (/\p{sc=Han}/u.test(text)) {
    return asksWithHan(text);
  }
  return /\p{sc=Thai}/u.test(text) ? asksWithThai(text) : asksWithWords(text);
}

function asksWithWords(sentence: string): boolean {
  const text = sentence.toLowerCase().replaceAll('’', "'");
  const words = wordsOf(text);
  while (words.length > 1 && fillers.has(words[0]!)) {
    words.shift();
  }
  const [first = '', second = ''] = words;
  if (keeps.test(text) || (first === 'remember' && second !== '' && !isQuestionWord(second))) {
    return false;
  }
  if (first === 'remember' || wants.test(text) || germanInversion.test(text)) {
    return true;
  }
  if (requests.has(first) && !auxiliaries.has(second)) {
    return !hasParts(text);
  }
  if (isQuestionWord(first)) {
    return asksWithQuestionWord(text, words);
  }
  if (beforeQuestionWord.has(first) && (asksAlways.has(second) || second === 'what' || second === 'wie')) {
    return !hasParts(text);
  }
  if (auxiliaries.has(first)) {
    return !isOrder(first, second);
  }
  if (
    words.slice(0, 3).some(word => frenchInversion.test(word)) ||
    text.startsWith('est-ce') ||
    text.startsWith("qu'est")
  ) {
    return true;
  }
  return !isClause(sentence, text, words);
}

const wordsOf = (text: string) => text.slice(0, 400).match(/[\p{L}\p{N}\p{M}]+(?:['_-][\p{L}\p{N}\p{M}]+)*/gu) ?? [];

const isQuestionWord = (word: string) => asksAlways.has(word) || asksAtTimes.has(word) || contracted.test(word);

/** "How we deploy: push a tag", "PORT=5433" */
const hasParts = (text: string) => /[\p{L}\p{N}]\s*(?:[:=→]|->)\s*[\p{L}\p{N}"'`/[-]/u.test(text);

const copulas = /(?<!\p{L})(?:is|are|was|were|est|sont|ist|sind|es|è)(?!\p{L})/gu;

function asksWithQuestionWord(text: string, words: readonly string[]): boolean {
  const [first = '', second = ''] = words;
  if (
    hasParts(text) ||
    /^which is (?:why|how|where)/.test(text) ||
    /^wie (?:besprochen|gesagt|vereinbart|erwähnt|immer)/.test(text)
  ) {
    return false;
  }
  const asksFirst = asksAlways.has(first) || contracted.test(first) || words.slice(1, 5).some(isAuxiliary);
  // "Who is on call is Maria." and "What we use is Postgres" tell it.
  if (asksFirst) {
    const count = [...text.slice(0, 400).matchAll(copulas)].length;
    const tells = /^(?:what|who|where|when) (?:we|i|they|you|it)$/.test(`${first} ${second}`) && count > 0;
    return !(tells || (count > 1 && text.endsWith('.')));
  }
  // "When the token expires, we refresh it": the clause after the comma tells it.
  return !/,\s*\S+\s+\S+/.test(text);
}

const isAuxiliary = (word: string) => auxiliaries.has(word) || frenchInversion.test(word);

/** "Do not touch the generated files", "Have to restart" */
function isOrder(first: string, second: string): boolean {
  const pronouns = /^(?:i|you|we|they|he|she|it)$/;
  if (first === 'do') {
    return second === 'not';
  }
  return (first === "don't" && !pronouns.test(second)) || (first === 'have' && second === 'to');
}

function isClause(sentence: string, text: string, words: readonly string[]): boolean {
  const [first = '', second = ''] = words;
  if ((/[.!]["'”’»)]*$/.test(text) && words.length >= 3) || hasParts(text)) {
    return true;
  }
  if (words.some(word => clauseWords.has(word)) || (orders.has(first) && words.length > 1)) {
    return true;
  }
  if (ordersBeforeNoun.has(first) && determiners.has(second)) {
    return true;
  }
  if (words.some((word, index) => index > 0 && isVerbBefore(word, words[index - 1]!, words[index + 1] ?? ''))) {
    return true;
  }
  // So many words are more than a subject, and so are fewer in a language that has no words of its own here.
  return words.length >= 7 || (words.length >= 4 && /[^\p{ASCII}\p{P}\p{S}]/u.test(sentence));
}

function isVerbBefore(word: string, before: string, next: string): boolean {
  if (verbs.has(word) && /[^su'i]s$/.test(before)) {
    return true;
  }
  const base = word.replace(/e?s$/, '');
  const singular = word.endsWith('s') ? [word.slice(0, -1), base].find(each => verbs.has(each)) : undefined;
  if (singular !== undefined && !verbsLikeNouns.has(singular)) {
    return true;
  }
  const looksLikeVerb = /^\p{L}{2,}(?:[^su'i]s|ed)$/u.test(word);
  return looksLikeVerb && (afterVerb.has(next) || /^\d/.test(next));
}
