import { isSecretInText, isSecretVariable, SECRET_NAME } from './secretValue.ts';

/** Secrets are found by their form or by the name before them. No pattern here may look over the same text twice. */

export const REDACTED = '[redacted]';

/** Told apart by their form alone. */
const shapes: readonly RegExp[] = [
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g,
  /\bAIza[\w-]{35}(?![\w-])/g,
  /\bsk-[\w-]{20,}/g,
  /\b(?:[sr]k_(?:live|test)_|whsec_|hf_)[A-Za-z0-9]{16,}/g,
  /\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_\w{40,})/g,
  /\bglpat-[\w-]{20,}/g,
  /\bxox[abeoprs]-[\w-]{10,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\bnpm_[A-Za-z0-9]{36}\b/g,
  /(?<![\w-])eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/g,
];

/** A person and a password in an address. The password may hold `/`, but a port is none. */
const inAddress =
  /\b([a-z][a-z\d+.-]{1,20}:\/\/[^\s:/@"'`<>[]{0,200}:)(?!\d{1,5}[/?#])((?:[^\s/?#"'`<>]{1,200}|[^\s@"'`<>]{1,200}))(?=@)/gi;

const QUOTE = '\\\\{0,3}["\'`]';
const scheme = new RegExp(
  `(authorization(?:${QUOTE})?\\]?[ \\t]{0,8}[:=,][ \\t]{0,8}(?:${QUOTE})?(?:bearer|basic|token|bot)[ \\t]{1,4})[\\w.~+/=-]{8,}`,
  'gi',
);
const bearer = /\b(bearer[ \t]{1,4})([\w.~+/=-]{16,})/gi;

/** `name: value`, `"name": "value"`, `name = value`, `name: string = "value"`, `("name", "value")`. */
const BARE = '[^\\s"\'`()<>{}[\\],;|&$]';
const named = new RegExp(
  `(${SECRET_NAME}|(?<![a-z])pass)` +
    `((?:${QUOTE})?\\]?(?:\\??:[ \\t]{0,4}(?:string|str|&(?:'static )?str)(?=[ \\t]{0,4}=))?` +
    '[ \\t]{0,8}(?::=|=>|={1,3}|:|(?<=["\'`]),)[ \\t]{0,8})' +
    `(?!(?:${QUOTE})?[a-z][a-z+.-]{1,15}://)` +
    `(?:\\\\{0,3}(?:"([^"\\s]{6,})|'([^'\\s]{6,})|\`([^\`\\s]{6,}))` +
    `|(${BARE}(?:${BARE}|\\$(?!\\{)|&(?!\\w{1,40}=)){5,}))`,
  'gi',
);

/** A line of an `.env` file or of a shell: there what follows is the value, whatever it looks like. */
const environment =
  /\b([A-Z][A-Z\d_]{0,64}?(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD)=)([^\s"'`$<>(){}[\]=;&|][^\s"'`$<>(){}[\];&|]{5,})/g;

/** Replaces what looks like a secret. Code that only names one (`password = readPassword()`) stays as it is. */
export function redactSecrets(text: string, own: readonly RegExp[] = []): string {
  let result = text;
  for (const pattern of shapes) {
    result = result.replace(pattern, found => (/\d|PRIVATE/.test(found) ? REDACTED : found));
  }
  result = result
    .replace(inAddress, (found: string, lead: string, value: string) =>
      /^(?:\$|\{|%[sv]|\*+$)/.test(value) ? found : lead + REDACTED,
    )
    .replace(scheme, `$1${REDACTED}`)
    .replace(bearer, (found: string, lead: string, value: string) => (/\d/.test(value) ? lead + REDACTED : found))
    .replace(named, redactNamed)
    .replace(environment, redactVariable);
  for (const pattern of own) {
    result = result.replace(pattern, REDACTED);
  }
  return result;
}

function redactNamed(found: string, name: string, lead: string, ...rest: unknown[]): string {
  const [double, single, back, bare, offset, text] = rest;
  const inQuotes = [double, single, back].find(value => typeof value === 'string');
  const raw = String(inQuotes ?? bare);
  const value = withoutEscape(raw);
  const quoted = inQuotes !== undefined;
  // `token => use(token)` and `["password", name]` are code.
  const isList = lead.includes(',') || lead.includes('=>');
  const at = Number(offset) + found.length;
  const secret = isSecretInText({ name, value, quoted, isList, next: String(text).slice(at, at + 1) });
  return secret ? found.slice(0, found.length - raw.length) + REDACTED + raw.slice(value.length) : found;
}

/** In JSON within a string the closing quote has a backslash before it, which is not part of the value. */
function withoutEscape(value: string): string {
  let end = value.length;
  while (value[end - 1] === '\\') {
    end--;
  }
  return value.slice(0, end);
}

function redactVariable(found: string, name: string, value: string, offset: number, text: string): string {
  const next = text.slice(offset + found.length, offset + found.length + 1);
  return isSecretVariable(name.slice(0, -1), value, next) ? name + REDACTED : found;
}

/** A person's own patterns; one that is no regular expression, or matches nothing at all, is left out and named. */
export function compilePatterns(sources: readonly string[]): { patterns: RegExp[]; bad: string[] } {
  const patterns: RegExp[] = [];
  const bad: string[] = [];
  for (const source of sources) {
    const pattern = compile(source);
    if (pattern) {
      patterns.push(pattern);
    } else {
      bad.push(source);
    }
  }
  return { patterns, bad };
}

function compile(source: string): RegExp | undefined {
  try {
    return new RegExp(source).test('') ? undefined : new RegExp(source, 'g');
  } catch {
    return undefined;
  }
}
