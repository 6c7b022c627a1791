import { blankOut, REDACTED } from './redaction.ts';
import { isPassName, looksRandom, pointsElsewhere, SECRET_NAME } from './secretValue.ts';
import { isLabel, isStopWord } from './secretWords.ts';

/** Secrets in files that have a form of their own. */

const netrc =
  /(\b(?:machine\s{1,8}\S{1,100}|default)\s{1,8}login\s{1,8}\S{1,100}\s{1,8}(?:account\s{1,8}\S{1,60}\s{1,8})?password\s{1,8})(\S{4,200})/g;
const pgpass =
  /(?<=^(?:[\w.*-]{1,100}|\[[\da-f:]{2,40}\]))(:(?:\d{4,5}|\*):[\w*-]{1,63}:[\w*.@-]{1,63}:)([^\s:]{3,200})$/gm;
const redis = /^([ \t]{0,20}(?:requirepass|masterauth)[ \t]{1,8}["']?)([^\s"']{4,200})/gm;
const bundler = /^(BUNDLE_[A-Z\d_]{3,60}: ["']?)([\w.@-]{1,60}:[^\s"']{6,200})/gm;

function redactLines(text: string): string {
  const blank = (whole: string, lead: string, value: string) => (pointsElsewhere(value) ? whole : lead + REDACTED);
  const machines = text.includes('login') ? text.replace(netrc, blank) : text;
  const databases = /:(?:\d{4,5}|\*):/.test(machines) ? machines.replace(pgpass, blank) : machines;
  const caches =
    databases.includes('requirepass') || databases.includes('masterauth') ? databases.replace(redis, blank) : databases;
  return caches.includes('BUNDLE_') ? caches.replace(bundler, blank) : caches;
}

/** `<password>…</password>`, `<property name="x.password">…</property>`, `<key>Password</key> <string>…</string>`. */
const element = new RegExp(
  `<(?!/)(\\w[\\w.:-]{0,60}?)?(?:${SECRET_NAME})(?:[ \\t][^<>]{0,120})?>(?=[^<>\\s])` +
    `|<\\w[\\w.:-]{0,40}[ \\t]{1,4}(?:name|key)=["'][\\w.-]{0,60}?(?:${SECRET_NAME})["'][^<>]{0,40}>(?:\\s{0,20}<value>)?(?=[^<>\\s])` +
    `|<key>[\\w .-]{0,60}?(?:${SECRET_NAME})</key>\\s{0,20}<string>(?=[^<>\\s])`,
  'gi',
);
const elementText = /[^<>\n]{1,4096}(?=<\/)/y;

function redactElements(text: string): string {
  return blankOut(text, element, ([tag], start) => {
    elementText.lastIndex = start;
    const value = elementText.exec(text)?.[0].trimEnd();
    if (value === undefined || value.length < 4 || pointsElsewhere(value) || isStopWord(value)) {
      return undefined;
    }
    // Texts of an app's pages are named after what they are about.
    const isText = /^<(?:string|label|data|message|key|span|td|th|h\d|li|p|a)\b/i.test(tag) && !/<key>/i.test(tag);
    const isPhrase = /\s/.test(value) && (isText || isLabel(value));
    const isSecret = isPassName(tag) && !isText ? !isPhrase : !isPhrase && looksRandom(tag, value);
    return isSecret ? { start, end: start + value.length } : undefined;
  });
}

/** The login of a registry, in Docker's and npm's settings: a name and a password in base64. */
const login = /((?:"auth"[ \t]{0,4}:[ \t]{0,4}"|\b_auth[ \t]{0,4}=[ \t]{0,4}"?))([A-Za-z\d+/]{8,4096}={0,2})/g;

function redactLogins(text: string): string {
  return text.replace(login, (whole: string, lead: string, value: string) =>
    /^[^\s:]{1,200}:./.test(Buffer.from(value, 'base64').toString('latin1')) ? lead + REDACTED : whole,
  );
}

/** The private part of a key as JSON. */
const jsonKey = /("(?:d|k)"[ \t]{0,4}:[ \t]{0,4}")[\w-]{40,}(?=")/g;

/** In a secret of Kubernetes all values are secret, whatever they are called. */
const kind = /^[ \t]{0,20}kind:[ \t]{0,4}["']?Secret["']?[ \t]*$/m;
const block = /^([ \t]{0,40})(?:stringData|data):[ \t]*$/;
const field = /^([ \t]{1,60}["']?[\w.-]{1,100}["']?:[ \t]{1,8}["']?)([^\s"'|>{][^"'\r]{0,8000})/;

function redactManifests(text: string): string {
  if (!text.includes('Secret') || !kind.test(text)) {
    return text;
  }
  let indent = -1;
  const lines = text.split('\n').map(line => {
    const opened = block.exec(line);
    const depth = line.search(/\S/);
    if (opened) {
      indent = depth;
    } else if (indent >= 0 && depth >= 0 && depth <= indent) {
      indent = -1;
    }
    return opened || indent < 0
      ? line
      : line.replace(field, (whole, lead, value) => (pointsElsewhere(value) ? whole : lead + REDACTED));
  });
  return lines.join('\n');
}

export function redactFiles(text: string): string {
  const lines = redactLines(text);
  const elements = lines.includes('</') ? redactElements(lines) : lines;
  const logins = elements.includes('auth') ? redactLogins(elements) : elements;
  return redactManifests(logins.includes('"') ? logins.replace(jsonKey, `$1${REDACTED}`) : logins);
}
