import { blankOut, REDACTED, readValue, wholeSpan } from './redaction.ts';
import { isCapitals, isDrawnByLot, pointsElsewhere } from './secretValue.ts';

/** Secrets of requests: in addresses, in headers, in cookies. */

/** A person and a password in an address. The password may hold `/`, but a port is none. */
const inAddress =
  /\b([a-z][a-z\d+.-]{1,20}:\/\/[^\s:/@"'`<>[]{0,200}:)(?!\d{1,5}[/?#])((?:[^\s/?#"'`<>]{1,200}|[^\s@"'`<>]{1,200}))(?=@)/gi;
const onlyToken = /(\bhttps?:\/\/)([\w-]{20,255})(?=@(?!\S{0,80}sentry))/gi;

export function redactAddresses(text: string): string {
  if (!text.includes('://')) {
    return text;
  }
  return text
    .replace(inAddress, (whole: string, lead: string, value: string) =>
      /^(?:\$|\{|%[sv]|\*+$)/.test(value) || pointsElsewhere(value) ? whole : lead + REDACTED,
    )
    .replace(onlyToken, (whole: string, lead: string, value: string) =>
      isDrawnByLot(value) ? lead + REDACTED : whole,
    );
}

/** Of a Go data source: `user:password@tcp(host)/base`; of Oracle's: `user/password@host`. */
const dataSource = /((?<![\w.-])[\w.-]{1,64}:)([^\s:@"'`<>]{3,100})(?=@(?:tcp|tcp6|udp|unix)\()/g;
const oracle = /(\b(?:jdbc:oracle:\w{3,5}:|sqlplus[ \t]+(?:-\w{1,4}[ \t]+)?)[\w$#.]{1,40}\/)([^\s@"'/]{3,60})(?=@)/gi;
const signature = /([?&; ,](?:sig|(?:x-(?:amz|goog)-)?signature)=)([\w+/%=-]{40,})/gi;

export function redactDataSources(text: string): string {
  const blank = (whole: string, lead: string, value: string) => (pointsElsewhere(value) ? whole : lead + REDACTED);
  const sources = /@(?:tcp|udp|unix)/.test(text) ? text.replace(dataSource, blank) : text;
  const oracles = /oracle:|sqlplus/i.test(sources) ? sources.replace(oracle, blank) : sources;
  return /sig(?:nature)?=/i.test(oracles) ? oracles.replace(signature, blank) : oracles;
}

const QUOTE = '\\\\{0,3}["\'`]';
const header = new RegExp(
  `(authorization(?:${QUOTE})?\\]?[ \\t]{0,8}[:=,][ \\t]{0,8}(?:${QUOTE})?)([a-z][\\w-]{2,20})[ \\t]{1,4}(?:token=)?(?=["'\\w+/])`,
  'gi',
);
const knownScheme = /^(?:bearer|basic|token|bot|apikey|ssws|geniekey|splunk|digest|negotiate|ntlm)$/i;
const bearer = /\b(bearer[ \t]{1,4})([\w.~+/=-]{16,})/gi;

export function redactAuthorization(text: string): string {
  const headers = blankOut(text, header, ({ 2: scheme = '' }, end) => {
    const value = readValue(text, end);
    if (
      !value ||
      value.text.length < 8 ||
      pointsElsewhere(value.text) ||
      isCapitals(value.text) ||
      /\s/.test(value.text)
    ) {
      return undefined;
    }
    return knownScheme.test(scheme) ? wholeSpan(text, value) : undefined;
  });
  return headers.replace(bearer, (whole: string, lead: string, value: string) =>
    /\d/.test(value) && !pointsElsewhere(value) ? lead + REDACTED : whole,
  );
}

/** Where cookies begin: a header, a field, an option of curl. */
const cookies = new RegExp(
  `(?:(?<![\\w-])|(?<![\\w-])--)(set-)?cookies?(?:${QUOTE})?\\]?[ \\t]{0,4}(?:[:=,][ \\t]{0,4}\\[?|[ \\t])(?:${QUOTE})?(?=[\\w.%$!#*~^-]{1,80}=)` +
    `|\\bcurl\\b[^\\n|]{0,200}?[ \\t]-b[ \\t]{0,4}(?:${QUOTE})?(?=[\\w.%$!#*~^-]{1,80}=)`,
  'gi',
);
const cookie = /([\w.%$!#*~^-]{1,80}=)([^;\s"'`,\\]{1,4096})/y;
const gap = /;[ \t]{0,2}/y;

/** Every cookie of a request; of an answer the one that is set, and not what is said about it. */
export function redactCookies(text: string): string {
  const kept: string[] = [];
  let done = 0;
  cookies.lastIndex = 0;
  for (let match = cookies.exec(text); match; match = cookies.exec(text)) {
    let at = cookies.lastIndex;
    for (let isMore = true; isMore; isMore = !match[1] && gap.test(text)) {
      at = gap.lastIndex > at ? gap.lastIndex : at;
      cookie.lastIndex = at;
      const [whole, name = '', value = ''] = cookie.exec(text) ?? [];
      if (whole === undefined) {
        break;
      }
      if (!/^[$<{(]|\.\.\.|^value$/.test(value) && !pointsElsewhere(value)) {
        kept.push(text.slice(done, at + name.length), REDACTED);
        done = at + whole.length;
      }
      at += whole.length;
      gap.lastIndex = at;
    }
    gap.lastIndex = 0;
    cookies.lastIndex = Math.max(at, cookies.lastIndex);
  }
  return done === 0 ? text : kept.join('') + text.slice(done);
}

/** Of a file of cookies, as curl and browsers write it. */
const cookieFile = /(\t(?:TRUE|FALSE)\t\/[^\t\n]{0,100}\t(?:TRUE|FALSE)\t\d{1,12}\t[^\t\n]{1,100}\t)[^\s]+/g;

export function redactCookieFiles(text: string): string {
  return text.includes('\t') ? text.replace(cookieFile, `$1${REDACTED}`) : text;
}
