import type { Turn } from '../../model/turn/turn.ts';
import { argumentsOf, turnFiles } from '../../model/turn/turnFiles.ts';
import { bothEnds } from './plainText.ts';

const MOST_NAMES = 50;
/** As much of a text as is looked through for names, half of it at the end. */
const CHARS_SEARCHED = 200_000;

/** A path with folders, or a bare file name with an ending that files have. */
const pathPattern =
  /(?<![\p{L}\p{N}_/@:.-])(?:[A-Za-z]:[\\/]|~\/|\.{0,2}\/)?(?:[\p{L}\p{N}_@.-]{1,80}[\\/]){0,12}[\p{L}\p{N}_@-][\p{L}\p{N}_@.-]{0,80}\.(?:[cm]?[jt]sx?|json[c5l]?|md|txt|ya?ml|toml|css|scss|html?|vue|svelte|py|rb|go|rs|java|kts?|cs|cpp|cc|[ch]|hpp|swift|php|sql|sh|ps1|xml|lock|ini|cfg|conf|env|csv|log|proto|graphql|tf|ipynb)(?![\p{L}\p{N}_/\\-]|\.\p{L})/gu;

export function filesOfTurns(turns: readonly Turn[]): string[] {
  const references = turns.flatMap(({ user }) => user.references);
  const namedFiles = turnFiles(references, argumentsOf(turns.flatMap(({ tools }) => tools)));
  return unique([...namedFiles, ...filesOfTexts(textsOf(turns))]);
}

export function filesOfTexts(texts: readonly string[]): string[] {
  return unique(texts.flatMap(text => matches(text, pathPattern)).map(path => path.replace(/^\.\//, '')));
}

const backticked = /(?<!`)`([\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::|#)[\p{L}_$][\p{L}\p{N}_$]*){0,4})(?:\(\))?`(?!`)/gu;
const called = /(?<![\p{L}\p{N}_$.])([\p{L}_$][\p{L}\p{N}_$]{2,}(?:\.[\p{L}_$][\p{L}\p{N}_$]*){0,3})\(\)/gu;
const camel = /(?<![\p{L}\p{N}_$./])(\p{L}[\p{L}\p{N}]*\p{Ll}\p{Lu}[\p{L}\p{N}]*)(?![\p{L}\p{N}_$./(])/gu;
const noScopes =
  /^(?:true|false|null|undefined|none|self|this|src|[kmgt]ib|(?:type|java)script|github|get|put|post|delete|head)$|^\p{L}{1,2}$|\.(?:mov|png|jpe?g|gif|pdf|zip)$/iu;

/** Names of functions, classes and values: in back-ticks, called, or written like one. */
export function scopesOf(texts: readonly string[]): string[] {
  const files = new Set(filesOfTexts(texts));
  const names = texts.flatMap(text => [
    ...matches(text, backticked),
    ...matches(text, called),
    ...matches(text, camel),
  ]);
  return unique(names.filter(name => !noScopes.test(name) && !files.has(name)));
}

export function textsOf(turns: readonly Turn[]): string[] {
  return turns.flatMap(turn => [turn.user.content, turn.assistant?.content ?? '']);
}

function matches(text: string, pattern: RegExp): string[] {
  return [...bothEnds(text, CHARS_SEARCHED).matchAll(pattern)].map(match => match[1] ?? match[0]);
}

const unique = (names: readonly string[]): string[] => [...new Set(names)].slice(0, MOST_NAMES);
