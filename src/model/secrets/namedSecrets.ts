import { blankOut, lineAfter, lineBefore, readValue, type Span, type Value, wholeSpan } from './redaction.ts';
import {
  isDrawnByLot,
  isPassName,
  isSecretInText,
  isSecretVariable,
  isUuid,
  looksRandom,
  NAME_END,
  nameBefore,
  pointsElsewhere,
  SECRET_NAME,
} from './secretValue.ts';
import { isLabel, isStopWord, withoutTechnical } from './secretWords.ts';

/** Secrets that are known by the name before them. */

const QUOTE = '\\\\{0,3}["\'`]';

const nameEnd = new RegExp(`(${NAME_END})(?:[_-]?\\d{1,2})?`, 'gi');

/** `name: value`, `"name": "value"`, `name = value`, `name: string = "value"`, `("name", "value")`. */
const assigned = new RegExp(
  `(?:${QUOTE})?\\]?(?:\\??:[ \\t]{0,4}(?:string|str|&(?:'static )?str)(?=[ \\t]{0,4}=))?` +
    '(?:\\*\\*)?[ \\t]{0,8}(?::=|=>|={1,3}|:|(?<=["\'`]),)(?:\\*\\*)?[ \\t]{0,8}',
  'y',
);
const PLACE = ' (?:for|of|on|to|at|in|from|de|du|für|auf)(?: [\\w.@/-]{1,30}){1,4}?';
const told = new RegExp(
  `(?:(?:${PLACE})? (?:is|was|ist|war|lautet|est|es|to)(?: now| still|:)?(?: set to)?|${PLACE}:) (?=\\S)`,
  'iy',
);
const beside = /[ \t]{1,4}(?:\|[ \t]{1,8})?(?=[\w"'`])/y;
const address = /(?:\\{0,3}["'`])?[a-z][a-z+.-]{1,15}:\/\//iy;

export function redactNamed(text: string): string {
  return blankOut(text, nameEnd, ({ 1: ending = '', index }, end) => {
    const name = nameBefore(text, index + ending.length);
    if (name === undefined) {
      return undefined;
    }
    const start = index + ending.length - name.length;
    const value = assignedValue(text, name, start, end) ?? spokenValue(text, name, start, end);
    return value && wholeSpan(text, value);
  });
}

/** Without a sign between them. To pass something is no password. */
function spokenValue(text: string, name: string, start: number, end: number): Value | undefined {
  return /^pass$/i.test(name) ? undefined : (toldValue(text, name, end) ?? besideValue(text, name, start, end));
}

/** Where a lead ends that begins here. */
function behind(lead: RegExp, text: string, at: number): number | undefined {
  lead.lastIndex = at;
  return lead.test(text) ? lead.lastIndex : undefined;
}

function assignedValue(text: string, name: string, index: number, end: number): Value | undefined {
  const at = behind(assigned, text, end);
  if (at === undefined || behind(address, text, at) !== undefined) {
    return undefined;
  }
  const value = phraseAt(text, name, at) ?? valueAt(text, index, at);
  if (!value) {
    return undefined;
  }
  const [before, after] = [lineBefore(text, index), lineAfter(text, value.end)];
  return isSecretInText({ name, value, lead: text.slice(end, at), before, after }) ? value : undefined;
}

/** In an address the next part ends a value. */
function valueAt(text: string, index: number, at: number): Value | undefined {
  const value = readValue(text, at);
  const hash = value?.text.indexOf('#') ?? -1;
  if (!value || value.quoted || hash < 0 || !/[?&][\w.-]{0,40}$/.test(lineBefore(text, index))) {
    return value;
  }
  return { ...value, end: value.start + hash, text: value.text.slice(0, hash), next: '#' };
}

const phrase = /[a-z]{2,20}(?:[ \t-][a-z]{2,20}){2,30}(?=[ \t]*(?:$|[\r\n]))/y;

/** Words that stand alone on their line, behind the name of a phrase. */
function phraseAt(text: string, name: string, at: number): Value | undefined {
  phrase.lastIndex = at;
  const words = /phrase|mnemonic/i.test(name) ? phrase.exec(text)?.[0] : undefined;
  return words === undefined || isLabel(words)
    ? undefined
    : { start: at, end: at + words.length, text: words, quoted: true, next: '' };
}

/** "The password is …", "set the API key to …": in a sentence, a secret has quotes or does not look like a word. */
function toldValue(text: string, name: string, end: number): Value | undefined {
  const at = behind(told, text, end);
  const phrase = at === undefined || !/phrase/i.test(name) ? undefined : readValue(text, at);
  if (phrase?.quoted && /\s/.test(phrase.text) && !isLabel(phrase.text)) {
    return phrase;
  }
  const value = wordAt(text, at);
  if (!value) {
    return undefined;
  }
  const plain = withoutTechnical(value.text);
  const isRandom = looksRandom(name, plain) && /[a-z]/i.test(plain) && !/^[a-z]+-[a-z-]+$|^\d+-[a-z]+$/i.test(plain);
  const isGiven = value.quoted && isPassName(name) && !isStopWord(value.text) && !isLabel(value.text);
  const needsLot = /token|key|secret|cookie/i.test(name) && !value.quoted;
  return isGiven || (isRandom && (!needsLot || isDrawnByLot(plain))) ? value : undefined;
}

/** `storePassword "…"`, `ENCRYPTED PASSWORD '…'`, `use token …`, `set aws_secret_access_key …`. */
function besideValue(text: string, name: string, start: number, end: number): Value | undefined {
  const value = wordAt(text, behind(beside, text, end));
  if (!value) {
    return undefined;
  }
  const isPassword =
    value.quoted && isPassName(name) && !isStopWord(value.text) && /^[\w!@#$%^&*+.?~-]+$/.test(value.text);
  return isPassword || isBarePassword(text, name, start, value) || (isDrawnByLot(value.text) && !isUuid(value.text))
    ? value
    : undefined;
}

/** `bind_pw …` on a line of its own, or what no word of a sentence looks like. */
function isBarePassword(text: string, name: string, start: number, value: Value): boolean {
  const plain = withoutTechnical(value.text);
  if (
    value.quoted ||
    !/\d/.test(plain) ||
    !/[A-Za-z]/.test(plain) ||
    !looksRandom(name, plain) ||
    plain.includes('/')
  ) {
    return false;
  }
  const isLine =
    /^[ \t]*(?:[\w-]+[ \t])?[\w-]*$/.test(lineBefore(text, start)) && /^[ \t]*$/.test(lineAfter(text, value.end));
  const isOdd = /[!@#$%^&*+?]/.test(plain) || (/[a-z]/.test(plain) && /[A-Z]/.test(plain) && /\d{2}/.test(plain));
  return isPassName(name) ? isLine || isOdd : isLine && /secret$/i.test(name);
}

/** One word that stands here and does not point to something else. */
function wordAt(text: string, at: number | undefined): Value | undefined {
  const value = at === undefined ? undefined : readValue(text, at);
  return value && value.text.length >= 6 && !/\s/.test(value.text) && !pointsElsewhere(value.text) ? value : undefined;
}

/** A line of an `.env` file or of a shell: there what follows is the value, whatever it looks like. */
const environment =
  /(?<![A-Z\d_])[A-Z][A-Z\d_]{0,64}?(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|PASS|PWD)=(?=[^\s"'`$<>(){}[\]=;&|])/g;
const variable =
  /(?<![A-Z\d_])[A-Z][A-Z\d_]{0,64}_(?:TOKEN|SECRET|PASSWORD|PASSWD|PASS): (?=[\w!@#%^*+-]{6,200}[ \t]*(?:$|[\r\n#]))/g;

export function redactVariables(text: string): string {
  const find = ([name]: RegExpExecArray, end: number): Span | undefined => {
    const value = readValue(text, end);
    const isSecret = value && value.text.length >= 6 && isSecretVariable(name.replace(/[=: ]+$/, ''), value);
    return isSecret ? wholeSpan(text, value) : undefined;
  };
  return blankOut(blankOut(text, environment, find), variable, (match, end) =>
    isStopWord(text.slice(end, end + 40).match(/^\w+/)?.[0] ?? '') ? undefined : find(match, end),
  );
}

/** Headers and variables are also given as `{ "name": "x", "value": "y" }`, in YAML and in XML. */
const pair = new RegExp(
  `\\b(?:name|key)(?:${QUOTE})?[ \\t]{0,4}[:=][ \\t]{0,4}(?:${QUOTE})?[\\w.-]{0,60}?(${SECRET_NAME})(?:${QUOTE})?` +
    `[\\s,]{1,40}(?:${QUOTE})?(?:value|content)(?:${QUOTE})?[ \\t]{0,4}[:=][ \\t]{0,4}`,
  'gi',
);

export function redactPairs(text: string): string {
  return blankOut(text, pair, ({ 1: name = '' }, end) => {
    const value = readValue(text, end);
    if (!value || value.text.length < 6 || pointsElsewhere(value.text)) {
      return undefined;
    }
    const isSecret = value.quoted ? !isLabel(value.text) : looksRandom(name, value.text);
    return isSecret ? wholeSpan(text, value) : undefined;
  });
}
