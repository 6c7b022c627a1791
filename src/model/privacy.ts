/** What must never be stored: text marked private by the person, and secrets. */

export interface PrivateText {
  /** The text with each private stretch taken out. */
  text: string;
  /** What was taken out, to be kept out of the answer as well. Never stored. */
  removed: string[];
}

const openTag = /<private\b[^>]*>/i;
const anyTag = /<(\/?)private\b[^>]*>/gi;

/** Takes out `<private>…</private>`, nested ones too. A tag that is never closed hides all that follows. */
export function withoutPrivate(text: string): PrivateText {
  if (!openTag.test(text)) {
    return { text, removed: [] };
  }
  const kept: string[] = [];
  const removed: string[] = [];
  let depth = 0;
  let at = 0;
  for (const tag of text.matchAll(anyTag)) {
    const closing = tag[1] === '/';
    if (closing && depth === 0) {
      continue;
    }
    (depth === 0 ? kept : removed).push(text.slice(at, tag.index));
    depth += closing ? -1 : 1;
    at = tag.index + tag[0].length;
  }
  (depth === 0 ? kept : removed).push(text.slice(at));
  const telling = removed.map(part => part.trim()).filter(part => part !== '');
  return {
    text: kept
      .join('')
      .replace(/[ \t]{2,}/g, ' ')
      .trim(),
    removed: telling,
  };
}

/** What was private in the question stays private when the answer repeats it. */
export function maskPrivate(text: string, removed: readonly string[]): string {
  let masked = text;
  for (const secret of removed) {
    if (secret.length >= 4) {
      masked = masked.replaceAll(secret, '[private]');
    }
  }
  return masked;
}

/** Shapes of secrets that are told apart by their form alone; group 1, where there is one, is kept. */
const secretPatterns: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /\bAIza[\w-]{35}\b/g,
  /\bsk-(?:[a-z]+-)*[A-Za-z0-9_-]{20,}\b/g,
  /\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_\w{40,})\b/g,
  /\bglpat-[\w-]{20,}\b/g,
  /\bxox[abeoprs]-[\w-]{10,}\b/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\bnpm_[A-Za-z0-9]{36}\b/g,
  /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/g,
  /\b((?:https?|ftp|postgres(?:ql)?|mysql|mongodb(?:\+srv)?|redis|amqp|neo4j|bolt)(?:\+\w+)?:\/\/[^\s:/@]*:)[^\s:/@]+(?=@)/g,
  /\b(authorization\s*[:=]\s*["']?(?:bearer|basic|token)\s+)[\w.~+/=-]{8,}/gi,
  /((?:\b|_)(?:api[_-]?key|secret(?:[_-]?(?:access[_-]?)?key)?|access[_-]?token|auth[_-]?token|client[_-]?secret|passwd|password)["']?\s*[:=]\s*["'])[^"'\s]{6,}(?=["'])/gi,
  // Without quotes it is taken for one only if it holds a digit and is not a call: code names secrets, too.
  /((?:\b|_)(?:api[_-]?key|secret|access[_-]?token|auth[_-]?token|client[_-]?secret|passwd|password)=)(?=[^\s"'()]*\d)[^\s"'()$<>{}[\],;]{6,}(?![^\s"']*\()/gi,
  /^(\s*(?:export\s+)?[A-Z][A-Z0-9_]*(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD)\s*=\s*)[^\s"'$<]{6,}/gm,
];

export const REDACTED = '[redacted]';

/** Replaces what looks like a secret. Code that only names one (`password = readPassword()`) stays as it is. */
export function redactSecrets(text: string, own: readonly RegExp[] = []): string {
  let result = text;
  for (const pattern of secretPatterns) {
    // Without a group the second argument is the offset.
    result = result.replace(pattern, (_, lead: unknown) => (typeof lead === 'string' ? lead : '') + REDACTED);
  }
  for (const pattern of own) {
    result = result.replace(pattern, REDACTED);
  }
  return result;
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
