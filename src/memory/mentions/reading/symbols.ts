import { commands } from './names.ts';
import { readTarget } from './target.ts';

const keywords = new Set(
  (
    'true false null undefined none nil nan void any unknown never string number boolean object int float double char bool str list dict ' +
    'if else for while do switch case break continue return function class const let var new delete typeof instanceof in of as is ' +
    'import export from default try catch finally throw await async yield static public private protected readonly enum interface type ' +
    'struct impl trait fn pub mut def lambda pass with self this super and or not package func go defer select map chan range end begin ' +
    'main master develop head origin todo fixme ok yes no'
  ).split(' '),
);

const name = String.raw`[\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::|#|->)[\p{L}_$][\p{L}\p{N}_$]*){0,6}`;
const span = /(?<!`)`([^`\n]{1,120})`(?!`)/g;
const whole = new RegExp(`^(?:new |async |await )?(${name})(\\([^()]{0,80}\\))?$`, 'u');
const MAX_TEXT = 200_000;

/** The identifiers that a text puts in back-ticks: `retry()`, `Class.method`. */
export function symbolsIn(text: string): string[] {
  const symbols = new Set<string>();
  for (const [, inner = ''] of text.slice(0, MAX_TEXT).matchAll(span)) {
    const symbol = asSymbol(inner);
    if (symbol) {
      symbols.add(symbol);
    }
  }
  return [...symbols];
}

/** One piece of code read as a name; undefined for keywords, commands, paths and everything longer. */
export function asSymbol(text: string): string | undefined {
  const [, symbol, call] = whole.exec(text.trim()) ?? [];
  if (!symbol || (!call && (keywords.has(symbol.toLowerCase()) || commands.has(symbol)))) {
    return undefined;
  }
  return !call && readTarget(text, 'code') ? undefined : plainSymbol(symbol);
}

/** One way to write members: `Queue::run`, `Queue#run` and `queue->run` become `Queue.run`. */
export const plainSymbol = (symbol: string) => symbol.replace(/::|#|->/g, '.').replace(/^(?:this|self)\./, '');

const kinds =
  'functions?|methods?|class|struct|interface|type|def|fn|func|helper|hook|component|fonction|méthode|classe|composant';
const within = '(?:in|of|from|inside|at|dans|de|du fichier)(?: the)?(?: file| le fichier)?';
const opening = '[`"\'*(\\[]{0,3}';
const beforePatterns = [
  new RegExp(`\`(${name})(?:\\([^()\`]{0,60}\\))?\`(?: (?:${kinds}))? (?:${within} ${opening}|[([]${opening})$`, 'u'),
  new RegExp(`(?<![\\p{L}\\p{N}_$.])(${name})\\(\\) (?:${within} ${opening}|[([]${opening})$`, 'u'),
  new RegExp(`\\b(?:${kinds}) (${name}) ${within} ${opening}$`, 'u'),
];
/** Most mentions end here: nothing before them can lead to a symbol. */
const gate = /(?:\b(?:in|of|from|inside|at|dans|de|the|file|fichier) [`"'*([]{0,3}|[([][`"'*([]{0,3})$/;
const afterPattern = new RegExp(`^[\`*]{0,3} \\(\`?(${name})\\(\\)\`?\\)`, 'u');

/** A symbol that is named together with the path between these two texts. */
export function symbolAround(textBefore: string, textAfter: string): string | undefined {
  const before = gate.test(textBefore.slice(-24)) ? textBefore.slice(-160) : '';
  for (const pattern of before ? beforePatterns : []) {
    const symbol = pattern.exec(before)?.[1];
    if (symbol && !keywords.has(symbol.toLowerCase())) {
      return readTarget(symbol, 'code') ? undefined : plainSymbol(symbol);
    }
  }
  const after = afterPattern.exec(textAfter.slice(0, 120))?.[1];
  return after && plainSymbol(after);
}
