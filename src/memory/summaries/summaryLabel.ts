import type { Evidence, Summary } from '../../model/summary/summary.ts';
import { contentWords } from '../../model/text/claims.ts';
import { summing } from '../../model/text/decisive.ts';
import { splitSentences } from '../../model/text/sentences.ts';

/** How long a label may be; a single longer word stays whole. */
const LABEL_CHARS = 80;
/** What comes before the first comma may be too little to tell summaries apart. */
const TELLING_CHARS = 16;

/** Words that many summaries begin with: they tell nothing in a list. */
const leads =
  /^(?:(?:then )?the user (?:asked|said|noted|wanted to know|wanted)(?: me)?(?: about)?|(?:puis )?l[’']utilisateur a (?:demandé|dit|noté))\s*:?\s+/iu;
/** The end of a sentence, or a pause with a space after it: not the dot of a file name, nor the comma of a number. */
const pause = /[.!?…](?=["”»’)]*(?:\s|$))|[,;:](?=\s)|\s[;:–—](?=\s)|[。！？、，；：]/gu;
const withoutSpaces = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

type Labelled = Pick<Summary, 'conversation_summary'> & Partial<Pick<Summary, 'key_findings' | 'evidence'>>;

/** What a list calls a summary: what was decided, else what was asked, else its first clause; no word is cut. */
export function summaryLabel(summary: Labelled, max = LABEL_CHARS): string {
  const text = summary.conversation_summary.replace(/\s+/g, ' ').trim();
  const name = decisionOf(summary) ?? questionOf(text) ?? firstClause(text.replace(leads, ''));
  return withCapital(cutBetweenWords(name || text, max)) || '(no words)';
}

/** How plainly a sentence says what came of it all. */
const outcomes: [pattern: RegExp, weight: number][] = [
  [/(?<!\p{L})(?:we|it was) (?:have )?(?:decided|agreed)(?!\p{L})|decision(?: is)?:|nous avons décidé|décision :/iu, 3],
  [summing, 2],
  [/(?<!\p{L})(?:to correct the record|turned out|caused by .* not by|s['’]est avéré)(?!\p{L})/iu, 2],
  [/(?<!\p{L})(?:is|are|was|were|est|sont) (?:\p{L}+ )?(?:rejected|withdrawn|rejetée?s?|écartée?s?)(?!\p{L})/iu, 1],
];
/** Words before the outcome itself. */
const announced =
  /^(?:(?:so|and|then|donc|alors),? )*(?:(?:to sum up|in short|in summary|for the|to correct the record|noted|the outcome|(?:the )?decision|en résumé|en bref|pour résumer|décision)(?!\p{L})[^:.;]{0,40}: |(?:we|it was|nous avons) (?:have )?(?:decided|agreed|décidé)(?: that| to| on| que| de)? )?/iu;
/** What was answered, without the question that led to it. */
const answer = /^.*? (?:answered|répondu) ?: |^“.*?” → /su;

/** The outcome that a summary states most plainly, first of all in its own text. */
function decisionOf({ conversation_summary, evidence = [], key_findings = [] }: Labelled): string | undefined {
  const ofSentences = evidence.filter(({ finding }) => !finding);
  const sentences = ofSentences.length > 0 ? ofSentences.flatMap(supportedIn) : splitSentences(conversation_summary);
  const doubted = new Set(evidence.flatMap(({ sentence, supported }) => (supported ? [] : [sentence])));
  const ownSentences = sentences
    .filter(sentence => conversation_summary.includes(sentence))
    .map(sentence => sentence.replace(answer, ''));
  const findings = key_findings.filter(finding => !doubted.has(finding));
  return outcomeIn(ownSentences) ?? outcomeIn(findings);
}

const supportedIn = ({ sentence, supported }: Evidence) => (supported ? [sentence.trim()] : []);

function outcomeIn(sentences: readonly string[]): string | undefined {
  const weigh = (sentence: string) =>
    Math.max(0, ...outcomes.map(([pattern, weight]) => (pattern.test(sentence) ? weight : 0)));
  const best = sentences.reduce((a, b) => (weigh(b) > weigh(a) ? b : a), '');
  return best === '' ? undefined : firstClause(best.replace(/\s+/g, ' ').replace(announced, ''));
}

const tie = /^(?:and|but|so|then|also|ok(?:ay)?|et|mais|alors|donc|puis)(?:, | )/iu;

/** As it stands where nothing telling would be left. */
function withoutTie(text: string): string {
  const rest = text.replace(tie, '').trim();
  return contentWords(rest).length > 1 ? rest : text.trim();
}

/** The first thing asked that says what about; without the word that ties it to what went before. */
function questionOf(text: string): string | undefined {
  const quoted = [...text.matchAll(/(?:asked|said|demandé|dit) (?:“\s?(.*?)\s?”|«\s?(.*?)\s?»)|^“(.*?)”/gu)]
    .map(([, english, french, other]) => english ?? french ?? other ?? '')
    .map(withoutTie);
  const telling = quoted.filter(each => contentWords(each).length > 1);
  return telling.find(each => /[?？؟]$/.test(each)) ?? telling[0] ?? quoted.find(each => each !== '');
}

function firstClause(text: string): string {
  const pairs = new Pairs();
  let from = 0;
  for (const { index, 0: mark } of text.matchAll(pause)) {
    const clause = text.slice(0, index);
    pairs.read(text.slice(from, index));
    from = index;
    if (pairs.areWhole() && (clause.length >= TELLING_CHARS || /^[.!?…。！？]/.test(mark))) {
      return /[?？]/.test(mark) ? clause + mark : clause.trimEnd();
    }
  }
  return text;
}

/** A pause inside brackets or quotes ends no clause. Counted piece by piece: a long text may have many pauses. */
class Pairs {
  #open = 0;
  #quotes = 0;
  #ticks = 0;

  read(piece: string): void {
    for (const [sign] of piece.matchAll(/[([{“«)\]}”»"`]/g)) {
      this.#quotes += sign === '"' ? 1 : 0;
      this.#ticks += sign === '`' ? 1 : 0;
      this.#open += '([{“«'.includes(sign) ? 1 : ')]}”»'.includes(sign) ? -1 : 0;
    }
  }

  areWhole(): boolean {
    return this.#open <= 0 && this.#quotes % 2 === 0 && this.#ticks % 2 === 0;
  }
}

/** At most `max` characters of whole words; where a script has no spaces, its words are found another way. */
export function cutBetweenWords(text: string, max: number): string {
  if (text.length <= max) {
    return text;
  }
  const space = text.lastIndexOf(' ', max - 1);
  if (space > 0) {
    return `${text.slice(0, space).replace(/[\s,;:–—-]+$/u, '')}…`;
  }
  const word = text.split(' ', 1)[0] ?? text;
  const kept = withoutSpaces.test(word) ? wordsUpTo(word, max - 1) : word;
  return kept.length < text.length ? `${kept}…` : kept;
}

function wordsUpTo(text: string, max: number): string {
  let kept = '';
  for (const { segment } of new Intl.Segmenter('und', { granularity: 'word' }).segment(text)) {
    if (kept !== '' && kept.length + segment.length > max) {
      break;
    }
    kept += segment;
  }
  return kept;
}

/** A name of code keeps its small letter. */
function withCapital(text: string): string {
  const [first = ''] = text.split(' ', 1);
  return /^\p{Ll}+[,;]?$/u.test(first) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}
