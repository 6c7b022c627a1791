import type { Value } from './redaction.ts';
import { isCodeWord, isLabel, isPlainWord, isStopWord } from './secretWords.ts';

/** Whether a name is that of a secret, and whether what stands behind it is one, or only code or prose about one. */

const KEYS =
  '(?:api|access|secret|private|auth|signing|encryption|decryption|account|master|(?:pre-?)?shared|hmac|jwt)[ _-]?(?:access[ _-]?)?key';
/** Keys of all kinds of things: only what looks drawn by lot is a secret. */
const LOOSE_KEYS =
  '(?:app|application|subscription|service|storage|function|host|license|admin|deploy|client|consumer|webhook|ssh|aes|integration|routing|ingest|write)[ _-]?key';
const SESSIONS = 'sess(?:ion)?[_-]?id|connect\\.sid';

/** A source for regular expressions that ignore case. Without bounds: `dbPassword` and `x-api-key` end in such names. */
export const SECRET_NAME =
  'pass(?:wor[dt]|wd|phrase|code)|kennwort|mot de passe|contraseña|pwd|(?<![a-z])pw' +
  '|(?:(?<![a-z])|db|user|admin|root|smtp|mail|ftp|sql|redis|mongo|http|proxy|wifi|login|become|ssh|store|key)pass(?!w|phr|code|e)' +
  `|${KEYS}(?:[_-]?base)?|secret(?:[_-]?string)?|client-key-data|\\.dockerconfigjson` +
  '|(?:(?:access|auth|refresh|api|bot|id|session|secret|personal)[ _-]?)?token' +
  '|authorization|cookie|credential|auth[_-]?ident|(?<![a-z])psk|mnemonic|(?:seed|recovery)[ _-]?phrase' +
  `|${LOOSE_KEYS}|${SESSIONS}`;

/** How all of them end: sought first, for it is quick. */
export const NAME_END =
  'pass(?:wor[dt]|wd|phrase|code|e)?|kennwort|contraseña|pwd?|secret(?:[_-]?string)?|token|cookie|credential|authorization' +
  '|key(?:[_-]?base|-data)?|dockerconfigjson|auth[_-]?ident|psk|mnemonic|phrase|[ns][_-]?id|\\.sid';

/** The name of a secret that ends here. */
export function nameBefore(text: string, end: number): string | undefined {
  return endsInName.exec(text.slice(Math.max(0, end - 32), end))?.[0];
}

/** These are used for harmless things as well, so more is asked of what stands behind them. */
const weakName = new RegExp(`^(?:token|pwd?|pass|cookie|credential|authorization|${LOOSE_KEYS}|${SESSIONS})$`, 'i');
const looseName = new RegExp(`^(?:${LOOSE_KEYS}|${SESSIONS})$`, 'i');
const passName = /pass|pwd?|kennwort|contraseña/i;
const endsInName = new RegExp(`(?:${SECRET_NAME})$`, 'i');
const onlyName =
  /^(?:(?:my|the|some|a|user|db|admin|test|new|old|current)?[-_ ]?(?:pass(?:wor[dt]|wd|phrase|code)?|pwd?|secret|token|cookie|credentials?|authorization|(?:(?:api|access|secret|private|auth)[-_ ]?)key|(?:access|auth|refresh|api|bot|session|secret)[-_ ]?token))$/i;
const strictName = new RegExp(`(?:${SECRET_NAME.replace(`|${LOOSE_KEYS}|${SESSIONS}`, '')})$`, 'i');

export const isPassName = (name: string) => passName.test(name);

export function isSecretName(name: string): boolean {
  return endsInName.test(name.slice(-64));
}

/** Of an object's field, which is a string: only what points to a secret, or is a folder, is not one. */
export function isSecretField(name: string, value: string): boolean {
  const end = name.slice(-64);
  if (!endsInName.test(end) || value.trim() === '' || pointsElsewhere(value)) {
    return false;
  }
  if (!strictName.test(end)) {
    return isDrawnByLot(value) && !isUuid(value);
  }
  return !(isWeak(end) && isPath(value));
}

/** How a header says of what kind the secret is that follows. */
const scheme = /^(?:AWS4-HMAC-SHA256|Digest|Bearer|Basic|Negotiate)$/i;

export interface FoundValue {
  name: string;
  value: Value;
  /** What leads from the name to the value. */
  lead: string;
  /** The line before the name and behind the value. */
  before: string;
  after: string;
}

/** Of `name: value` in running text. */
export function isSecretInText(named: FoundValue): boolean {
  const { name, value } = named;
  if (value.text.length < 6 || pointsElsewhere(value.text)) {
    return false;
  }
  if (looseName.test(name)) {
    return isDrawnByLot(value.text) && !isUuid(value.text);
  }
  return value.quoted ? isQuotedSecret(named) : isBareSecret(named);
}

function isQuotedSecret({ name, value, lead, before }: FoundValue): boolean {
  if (/\s/.test(value.text)) {
    // In a shell's `NAME="…"` there are no labels.
    const isVariable = lead === '=' && /^[A-Z]/.test(name) && !/[a-z]/.test(name);
    const isList = lead.includes(',') && !isDefined(before);
    return !isWeak(name) && !isList && (isVariable || !isLabel(value.text));
  }
  if (/^[\w:,]+(?:\|[\w:,]+)+$/.test(value.text)) {
    return false;
  }
  // `token => use("x")` and `["password", "name"]` are code; `["--password", "x"]` and `define("PASSWORD", "x")` are not.
  const isList = lead.includes(',') && !isDefined(before);
  const isArrow = lead.includes('=>') && !/^["']/.test(lead) && isWeak(name);
  return (!isWeak(name) && !isList && !isArrow) || looksRandom(name, value.text) || isScrambled(value.text);
}

const isDefined = (before: string) => /(?:--?[\w-]*|define\([ \t]?["'][\w-]*)$/.test(before);

function isBareSecret(named: FoundValue): boolean {
  const { name, value, lead } = named;
  if (lead.includes(',') || lead.includes('=>') || isCall(value.next)) {
    return false;
  }
  if (isSetting(named)) {
    return true;
  }
  if (isCode(value.text)) {
    return isScrambled(value.text) || isWordSecret(named);
  }
  const isNumber = /^\d+$/.test(value.text) && value.next === ';' && lead.includes(' ');
  return (looksRandom(name, value.text) && !isNumber) || isWordSecret(named);
}

/** Of `Server=x;Password=y;` and `user=x,password=y`, where no code stands. */
function isSetting({ name, value, lead, before }: FoundValue): boolean {
  const isOne = /;[ \t]?[\w ]*$/.test(before) ? /^;?$|["'\s]/.test(value.next) : /=[^\s,()]{1,60},$/.test(before);
  return lead === '=' && isPassName(name) && isOne && !isStopWord(value.text) && !dotted.test(value.text);
}

/** A password that is a plain word, where only a value can stand: in a file of settings, a query, a form. */
function isWordSecret({ name, value, lead, before, after }: FoundValue): boolean {
  if (!isPassName(name) || isWeak(name) || !isPlainWord(value.text) || isStopWord(value.text)) {
    return false;
  }
  const isEnd = /^[ \t]*(?:["'`]|#.*|\/\/.*)?$/.test(after);
  if (/^["']?=$/.test(lead)) {
    const isAmongPairs = /[\w]=[^\s,()]{1,60} $/.test(before) && /^[ \t]*(?:\w+=|["'])/.test(after);
    return isAmongPairs || !/[(,]/.test(before.slice(-60))
      ? /^[\s;&"'`<]?/.test(value.next) && !/^[ \t]*[),]/.test(after)
      : isEnd;
  }
  if (!isEnd) {
    return false;
  }
  const isSettings = /^[\s>|-]*["']?(?:[\w-]+\.){0,6}[\w-]*$/.test(before);
  return isSettings ? !/^\s*(?:self|this)\./.test(before) : lead.includes(':') && /[/,;(]\s*$/.test(before);
}

/** Of `NAME=value` as in a shell, where a value needs neither quotes nor digits. */
export function isSecretVariable(name: string, { text, next }: Value): boolean {
  if (pointsElsewhere(text) || isCall(next) || dotted.test(text.slice(0, 200)) || isPath(text)) {
    return false;
  }
  return strictName.test(name.slice(-64)) ? !/^\d{1,7}$/.test(text) || /PASS/.test(name) : looksRandom(name, text);
}

const isCall = (next: string) => /[([{<]/.test(next);
const isWeak = (name: string) => weakName.test(endsInName.exec(name.slice(-64))?.[0] ?? name);

const placeholder =
  /^(?:[*x.•_#?-]{3,}|<.*>?|\{\{.*|\{[\w. ]{1,40}\}|\[.*|%[sdv]|%\w+%|@\w+@|(?:your|put|insert|enter|replace)[-_ ].*|(?:replace|change)[-_ ]?(?:me|this)|string|number|boolean|required|optional|undefined|unknown|hidden|redacted|example|placeholder|value|none|null|true|false)$/i;
/** `client_secret`, `loadIdToken`, `cache.encryption.key`: the name of a thing. */
const named =
  /^[A-Za-z]+(?:[-_.][A-Za-z]+)*(?:[-_.](?:[Pp]assword|[Ss]ecret|[Tt]oken|[Kk]ey|[Cc]ookie|PASSWORD|SECRET|TOKEN|KEY)|[a-z](?:Password|Secret|Token|Key|Cookie))$|^[a-z]+(?:\.[a-z]+){2,}$/;
const version = /^[~^<>=]{0,2}v?\d+(?:\.\d+){1,3}(?:-[a-z.\d]+)?$/;
const environment =
  /^\$[A-Za-z_]\w*$|^\$\(|^(?:process\.env|import\.meta|os\.environ|env|secrets|vars|config|settings|options)[.[]/;
const capitals = /^(?:[A-Z]{3,}(?:_[A-Z\d]+)*|YOUR[A-Z_-]+)$/;

/** A placeholder, the name of an environment variable or of a secret: what a person may well want to read again. */
export function pointsElsewhere(value: string): boolean {
  const short = value.slice(0, 200);
  return (
    placeholder.test(short) ||
    scheme.test(short) ||
    short.includes('${') ||
    short.includes('[redacted') ||
    environment.test(short) ||
    onlyName.test(short) ||
    named.test(short) ||
    version.test(short)
  );
}

/** As the text of help gives it: `--password PASSWORD`. */
export const isCapitals = (value: string) => capitals.test(value);

const dotted = /^[A-Za-z_$][\w$]*(?:[?!]?\.[A-Za-z_$][\w$]*)+[?!]?$/;
const constant = /^[A-Z][A-Z\d]*_[A-Z\d_]*$/;

/** Without quotes it may as well be code, which names secrets without holding them. */
function isCode(value: string): boolean {
  const word = value.slice(0, 200);
  return dotted.test(word) || constant.test(word) || (/^[A-Za-z_$][\w$]*$/.test(word) && isCodeWord(word));
}

/** A digit is what tells most secrets from words. */
export function looksRandom(name: string, value: string): boolean {
  if (!/\d/.test(value) || isPath(value) || /^\d{4}-\d\d-\d\d/.test(value)) {
    return false;
  }
  // Of numbers only passwords are made; a token may have a count or a time.
  return !/^[\d.,:]+[a-z]{0,3}$/i.test(value.slice(0, 200)) || (/^pass/i.test(name) && /^\d{6,}$/.test(value));
}

export const isUuid = (value: string) => /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(value);

/** Long, of one piece, with letters and digits, small and capital, in turn. */
export function isDrawnByLot(value: string): boolean {
  const short = value.slice(0, 200);
  if (short.length < 16 || !/^[\w.+/=~%-]+$/.test(short) || !/\d/.test(short) || isPath(short)) {
    return false;
  }
  const changes = short.match(/\d(?=[A-Za-z])|[A-Za-z](?=\d)|[a-z](?=[A-Z])/g)?.length ?? 0;
  return changes >= 3 && !/^[a-z]+(?:[-_.][a-z]+)*[-_.]/.test(short);
}

function isPath(value: string): boolean {
  const isKey = value.length >= 32 && /^[\w+/=]+$/.test(value) && /\d/.test(value) && /[A-Z]/.test(value);
  return /^(?:\.{1,2}|~|[A-Za-z]:)?[\\/]/.test(value) && !isKey;
}

/** Letters only, but capitals where no word and no name has them. */
export function isScrambled(value: string): boolean {
  const letters = value.slice(0, 200);
  if (letters.length < 16 || !/^[A-Za-z]+$/.test(letters)) {
    return false;
  }
  const changes = letters.match(/[a-z](?=[A-Z])|[A-Z](?=[a-z])/g)?.length ?? 0;
  return changes >= letters.length * 0.4;
}
