/** Whether a name is that of a secret, and whether what stands behind it is one, or only code or prose about one. */

/** A source for regular expressions that ignore case. Without bounds: `dbPassword` and `x-api-key` end in such names. */
export const SECRET_NAME =
  'pass(?:word|wd|phrase|code)|pwd' +
  '|(?:api|access|secret|private|auth|signing|encryption|account|master|shared)[_-]?(?:access[_-]?)?key' +
  '|secret|(?:(?:access|auth|refresh|api|bot|id|session|secret|personal)[_-]?)?token' +
  '|authorization|cookie|credential';

/** These are used for harmless things as well, so more is asked of what stands behind them. */
const weakName = /^(?:token|pwd|pass|cookie|credential|authorization)$/i;
const endsInName = new RegExp(`(?:${SECRET_NAME}|(?:^|[^a-z])pass)$`, 'i');
const onlyName = new RegExp(`^(?:${SECRET_NAME})$`, 'i');
const holdsName = new RegExp(SECRET_NAME, 'i');
const numberedName = new RegExp(`^(?:${SECRET_NAME})\\d{1,2}$`, 'i');
const nameAtEnd = new RegExp(`(?:${SECRET_NAME}|pass)$`, 'i');

export function isSecretName(name: string): boolean {
  return endsInName.test(name.slice(-64));
}

/** Of an object's field, which is a string: only what points to a secret, or is a folder, is not one. */
export function isSecretField(name: string, value: string): boolean {
  if (!isSecretName(name) || value.trim() === '' || pointsElsewhere(value)) {
    return false;
  }
  return !(isWeak(name) && isPath(value));
}

export interface FoundValue {
  name: string;
  value: string;
  quoted: boolean;
  /** It stands beside the name in a list of arguments. */
  isList: boolean;
  /** The character after the value. */
  next: string;
}

/** Of `name: value` in running text. */
export function isSecretInText({ name, value, quoted, isList, next }: FoundValue): boolean {
  if (pointsElsewhere(value)) {
    return false;
  }
  if (!quoted) {
    return !isList && !isCall(next) && !isCode(value) && looksRandom(name, value);
  }
  // What holds a blank is a sentence, such as a label.
  const isSentence = /\s/.test(next);
  return !isSentence && ((!isWeak(name) && !isList) || looksRandom(name, value) || isLongMixed(value));
}

/** Of `NAME=value` as in a shell, where a value needs neither quotes nor digits. */
export function isSecretVariable(name: string, value: string, next: string): boolean {
  if (pointsElsewhere(value) || isCall(next) || dotted.test(value.slice(0, 200)) || isPath(value)) {
    return false;
  }
  return isSecretName(name) ? !/^\d{1,7}$/.test(value) || /PASS/.test(name) : looksRandom(name, value);
}

const isCall = (next: string) => /[([{<]/.test(next);
const isWeak = (name: string) => weakName.test(nameAtEnd.exec(name.slice(-64))?.[0] ?? name);

const placeholder =
  /^(?:[*x.•_-]{3,}|<.*>|\{\{.*|\{\w+\}|%[sdv]|%\w+%|your[-_].*|string|number|boolean|required|optional|undefined|unknown|hidden|redacted|\[redacted\]?)$/i;
const environment =
  /^\$[A-Z_][A-Z\d_]*$|^(?:process\.env|import\.meta|os\.environ|env|secrets|vars|config|settings|options)[.[]/;

/** A placeholder, the name of an environment variable or of a secret: what a person may well want to read again. */
function pointsElsewhere(value: string): boolean {
  const short = value.slice(0, 200);
  return placeholder.test(short) || short.includes('${') || environment.test(short) || onlyName.test(short);
}

const dotted = /^[A-Za-z_$][\w$]*(?:[?!]?\.[A-Za-z_$][\w$]*)+[?!]?$/;
const constant = /^[A-Z][A-Z\d]*_[A-Z\d_]*$/;
const numbered = /^[A-Za-z_$]+\d{1,2}$/;
const humps = /^[a-z]+\d*(?:[A-Z][a-z]+\d*)+$|^[a-z]+(?:_[a-z]+)*_[a-z]*\d*$/;
const technical = /base(?:32|64)|sha\d+|md5|utf_?(?:8|16)|oauth2|x509|ed25519|(?:u?int|float|rsa|aes)\d+|http2|v\d+/gi;

/** Without quotes it may as well be code, which names secrets without holding them. */
function isCode(value: string): boolean {
  const word = value.slice(0, 200);
  if (dotted.test(word) || constant.test(word)) {
    return true;
  }
  if (!/^[A-Za-z_$][\w$]*$/.test(word)) {
    return false;
  }
  const isVariable = humps.test(word) && (numbered.test(word) || holdsName.test(word));
  return isVariable || numberedName.test(word) || !/\d/.test(word.replace(technical, ''));
}

/** A digit is what tells most secrets from words. */
function looksRandom(name: string, value: string): boolean {
  if (!/\d/.test(value) || isPath(value) || /^\d{4}-\d\d-\d\d/.test(value)) {
    return false;
  }
  // Of numbers only passwords are made; a token may have a count or a time.
  return !/^[\d.,:]+[a-z]{0,3}$/i.test(value.slice(0, 200)) || (/^pass/i.test(name) && /^\d{6,}$/.test(value));
}

function isPath(value: string): boolean {
  const isKey = value.length >= 32 && /^[\w+/=]+$/.test(value) && /\d/.test(value) && /[A-Z]/.test(value);
  return /^(?:\.{1,2}|~|[A-Za-z]:)?[\\/]/.test(value) && !isKey;
}

const isLongMixed = (value: string) => value.length >= 20 && /^[A-Za-z]+$/.test(value) && /[a-z][A-Z]{2}/.test(value);
