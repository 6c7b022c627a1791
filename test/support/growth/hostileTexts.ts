/** A text of any length that is meant to be slow to read. */
export type HostileText = (length: number) => string;

/** What is repeated, under what it looks like. */
const units: Readonly<Record<string, string>> = {
  'one endless word': 'a',
  'words in two scripts': 'aж',
  'camel case': 'aB',
  capitals: 'AB',
  'words of one letter': 'a ',
  sentences: 'It is so. ',
  questions: 'Why? ',
  abbreviations: 'e.g. ',
  'initials in brackets': '(A. ',
  'sentences without blanks': '好。',
  'Chinese characters': '数据库',
  'Thai letters': 'ฐานข้อมูล',
  emoji: '😀👩‍💻',
  'halves of pairs': '\ud83d',
  'combining marks': '\u0301',
  'letters with marks': 'e\u0301',
  blanks: ' ',
  tabs: '\t',
  'blank lines': '\n',
  'lines of blanks': '   \n',
  'carriage returns': '\r',
  'short lines': 'a\n',
  'lines that go on': 'and\nso ',
  'lines that go deeper': '\n    ',
  'open brackets': '[',
  'closed brackets': ']',
  'double brackets': '[[',
  'middles of links': '](',
  'beginnings of links': '[a](',
  'beginnings of images': '![',
  links: '[a](b) ',
  'links in links': '[a](b [',
  'definitions of links': '[a]: b\n',
  parentheses: '(',
  'closed parentheses': ')',
  braces: '{',
  'list marks': '- ',
  'numbered marks': '1. ',
  'marks at the end of lines': '-\n',
  'quote marks': '> ',
  'quotes in lists': '> - ',
  rules: '* ',
  underlines: '---\n',
  'headings and rules': '# a\n===\n',
  emphasis: '*_',
  strong: '**a',
  backticks: '`',
  'backticks and letters': '`a',
  'backticks of two lengths': '``a`',
  'fences that open': '```a\n',
  'fences that alternate': '~~~\n```\n',
  bars: '|',
  'cells of a table': 'a | ',
  'rows of a table': '|-|\n',
  backslashes: '\\',
  'escaped brackets': '\\[',
  dollars: '$',
  'beginnings of math': '$a ',
  tags: '<a ',
  'open tags': '<',
  comments: '<!--',
  'private tags': '<private>',
  'closing records': '</ record',
  entities: '&#1',
  'double quotes': '"',
  'quotes and letters': '"a ',
  'single quotes': "'a ",
  'open quotes': '“a ',
  colons: ':',
  'colons and blanks': 'a: ',
  commas: ', ',
  dashes: '-',
  'words with dashes': 'a-',
  dots: '.',
  'names with dots': 'a.',
  'names of files': 'a.ts ',
  'names with lines': 'a.ts:1:',
  'paths of dots and slashes': 'a.b.c/',
  'deep paths': 'a/',
  'deep paths of Windows': 'a\\',
  'ways up': '../',
  'here and here': './',
  digits: '7',
  'numbers with dots': '1.1.',
  'numbers with commas': '1,1,',
  addresses: 'http://a.',
  'beginnings of addresses': 'http:',
  'mail addresses': 'a@b.',
  'data addresses': 'data:a;',
  'file addresses': 'file:///a',
  'percent signs': '%2',
  stars: '**/',
  'frames of a stack': '    at a.b (c.js:1:1)\n',
  'frames on one line': '  at a (b:1:1',
  'hunks of a diff': '@@ -1 +1 @@\n',
  'heads of a diff': '--- a/b\n+++ a/b\n',
  'heads of a diff on one line': 'diff --git a/b ',
  'lines of a log': '2026-03-04T14:30:00 ERROR [a] b=c d="e"\n',
  'escape sequences': '\x1b[',
  colours: '\x1b[31m',
  'links of a terminal': '\x1b]8;',
  'null characters': '\0',
  'names of secrets': 'password=',
  'beginnings of keys': '-----BEGIN PRIVATE KEY-----',
  filters: 'file:"a ',
  'lines of JSON': '{"a":[',
  'line breaks in JSON': '\\n',
};

/** What only the end of a text or a line could tell is not told by it. */
const END = ' x\n x';

const ended = (text: string, length: number) => text.slice(0, length - END.length) + END;

const repeated = (unit: string) => (length: number) => ended(unit.repeat(Math.ceil(length / unit.length)), length);

/** The same text for the same seed. */
function mixture(seed: number, pieces: readonly string[]): HostileText {
  return length => {
    let state = seed;
    const next = (below: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    let text = '';
    while (text.length < length) {
      text += pieces[next(pieces.length)]!.repeat(1 + next(4));
    }
    return ended(text, length);
  };
}

/** Pieces of all lengths, each longer than the one before. */
function growing(piece: (index: number) => string): HostileText {
  return length => {
    let text = '';
    for (let index = 1; text.length < length; index++) {
      text += piece(index);
    }
    return ended(text, length);
  };
}

const pieces = Object.values(units);

export const hostileTexts: Readonly<Record<string, HostileText>> = {
  ...Object.fromEntries(Object.entries(units).map(([name, unit]) => [name, repeated(unit)])),
  'runs of backticks, each longer': growing(run => `${'`'.repeat(run)} `),
  'a run of backticks, and a fence': length => `${'`'.repeat(length)} \`\`\``,
  'lines, each deeper': growing(depth => `${'  '.repeat(depth)}- a\n`),
  'lists in one another': length => `${'- '.repeat(length / 4)}a\n${' '.repeat(length / 2)}a`,
  'quotes in one another': length => `${'> '.repeat(length / 4)}a\n${'> '.repeat(length / 4)}a`,
  'a deep list and empty lines': length => `${'1. '.repeat(length / 6)}a${'\n'.repeat(length / 2)}`,
  'a deep list and what is in it': length => `${'- '.repeat(50)}a\n${repeated(`${' '.repeat(100)}a\n`)(length)}`,
  'a paragraph and tabs': length => `a\n${'\t'.repeat(length)}a`,
  'a row of addresses': length => `a|b\n-|-\n${repeated('://')(length)}`,
  'a row of backticks': length => `a|b\n-|-\n${repeated('`|``|')(length)}`,
  'code with a break in it': length => `\`${repeated('``\n<a>`')(length)}`,
  'a mixture': mixture(1, pieces),
  'another mixture': mixture(2, pieces),
  'a mixture of marks': mixture(
    3,
    pieces.filter(piece => piece.length < 4 && /^[^\p{L}\p{N}]+$/u.test(piece)),
  ),
};
