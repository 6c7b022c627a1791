import { blankOut, lineAfter, lineBefore, readValue, type Span, type Value, wholeSpan } from './redaction.ts';
import {
  isCapitals,
  isDrawnByLot,
  isPassName,
  isScrambled,
  looksRandom,
  pointsElsewhere,
  SECRET_NAME,
} from './secretValue.ts';
import { isStopWord } from './secretWords.ts';

/** Secrets on command lines, also where the words of one stand in a list. */

/** Between an option and its value. */
const GAP = `(?:[ \\t]{1,4}|=|["'],[ \\t]{0,4})`;
const BEFORE = `[ \\t"']`;
const NEAR = '[^\\n|]{0,240}?';
const LOGIN = `${BEFORE}(?:-u|-a|-U|-auth|--user|--auth|--proxy-user)${GAP}(["'])?[^\\s:"'$<]{0,64}:(?![/\\d]{1,6}(?![\\w!]))`;
const PIPE = `["']?[ \\t]{0,4}\\|[^\\n]{0,100}`;

/** Programs that take a password with a short option or in a certain place, and what leads to it there. */
const tools: readonly [program: string, leadsTo: string][] = [
  [
    'mysql|mysqldump|mysqladmin|mysqlimport|mysqlsh|mariadb|mariadb-dump',
    `${NEAR}${BEFORE}-p(?=[^\\s"',-]|["'][^\\s,\\]])`,
  ],
  ['mysqladmin', `${NEAR}[ \\t]password[ \\t]{1,4}`],
  ['7z|7za|7zz|rar|unrar', `${NEAR}${BEFORE}-h?p(?=[^\\s-])`],
  ['sshpass', `${NEAR}${BEFORE}-p(?:[ \\t]{1,4}|["'],[ \\t]{0,4})?(?=[^\\s-])`],
  [
    'docker|podman|buildah|nerdctl|skopeo|oc|az|helm|crane|oras',
    `[ \\t"',\\w-]{0,30}\\blogin(?![\\w-])${NEAR}${BEFORE}-p${GAP}`,
  ],
  [
    'mongo|mongosh|mongodump|mongorestore|mongoexport|mongoimport|cqlsh|psexec|rdesktop|hydra',
    `${NEAR}${BEFORE}-p${GAP}`,
  ],
  ['redis-cli|valkey-cli', `${NEAR}${BEFORE}-a${GAP}`],
  ['sqlcmd|bcp|osql|isql|tsql|zip|unzip|ipmitool|mosquitto_pub|mosquitto_sub', `${NEAR}${BEFORE}-P${GAP}`],
  ['ldapsearch|ldapadd|ldapmodify|ldapdelete|ldapwhoami|ldappasswd|security', `${NEAR}${BEFORE}-w${GAP}`],
  ['ssh-keygen', `${NEAR}${BEFORE}-[NP]${GAP}`],
  ['plink|pscp|psftp|putty', `${NEAR}${BEFORE}-pw${GAP}`],
  ['xfreerdp|wfreerdp|mstsc|winrs|wmic', `${NEAR}${BEFORE}/p(?:ass(?:word)?)?:`],
  ['smbclient|rpcclient|smbget|net', `${NEAR}${BEFORE}-U${GAP}["']?[\\w.\\\\/-]{1,60}%`],
  ['lftp', `${NEAR}${BEFORE}-u${GAP}["']?[\\w.@-]{1,60},`],
  ['rabbitmqctl', `${NEAR}[ \\t](?:add_user|change_password)[ \\t]{1,4}[\\w.-]{1,60}[ \\t]{1,4}`],
  ['htpasswd', `${NEAR}[ \\t]-\\w{0,4}b\\w{0,4}[ \\t]{1,4}\\S{1,100}[ \\t]{1,4}[\\w.@-]{1,60}[ \\t]{1,4}`],
  ['net', '[ \\t]{1,4}use[ \\t]{1,4}(?:[A-Za-z*]:?[ \\t]{1,4})?\\\\\\\\\\S{1,100}[ \\t]{1,4}(?!/)'],
  ['net', '[ \\t]{1,4}user[ \\t]{1,4}[\\w.-]{1,40}[ \\t]{1,4}(?!/)(?=\\S{4,60}[ \\t]{1,4}/add)'],
  ['openssl', `${NEAR}(?:[ \\t"']pass:|[ \\t]-k[ \\t]{1,4})`],
  ['nmcli', `${NEAR}[ \\t]password[ \\t]{1,4}`],
  ['wpa_passphrase', '[ \\t]{1,4}(?:"[^"\\n]{1,40}"|[\\w-]{1,40})[ \\t]{1,4}'],
  ['ngrok|snyk|vault|sentry-cli', '[ \\t]{1,4}(?:authtoken|(?:config[ \\t]{1,4})?add-authtoken|auth|login)[ \\t]{1,4}'],
  ['bw', '[ \\t]{1,4}(?:unlock|login[ \\t]{1,4}\\S{1,60})[ \\t]{1,4}'],
  ['setx|ENV|SetEnv|setenv', '[ \\t]{1,4}\\w{0,40}(?:PASS|PASSWORD|TOKEN|SECRET|KEY)[ \\t]{1,4}'],
  ['erl|iex|elixir', `${NEAR}[ \\t]--?(?:set)?cookie[ \\t]{1,4}`],
  ['gh', `[ \\t]{1,4}secret[ \\t]{1,4}set${NEAR}[ \\t](?:--body|-b)${GAP}`],
  ['ConvertTo-SecureString', '[ \\t]{1,4}(?:-String[ \\t]{1,4})?(?=["\'])'],
  [
    'IDENTIFIED|identified',
    '(?:[ \\t]{1,4}(?:WITH|with)[ \\t]{1,4}\\w{1,40})?[ \\t]{1,4}(?:BY|AS|by|as)[ \\t]{1,4}(?=["\'])',
  ],
  ['curl|wget|http|https|xh|java|jenkins-cli', `${NEAR}${LOGIN}`],
  ['echo|printf', `[ \\t]{1,4}(?:-\\w[ \\t]{1,4})?(["']?)[\\w.-]{1,40}:(?=[^\\n|"']{4,100}${PIPE}chpasswd)`],
  [
    'echo|printf',
    `[ \\t]{1,4}(?:-\\w[ \\t]{1,4})?(["']?)(?=[^\\s"'$|:][^\\n|"':]{3,1000}${PIPE}(?:sudo[ \\t]-S|--password-stdin|--with-token|passwd[ \\t]--stdin))`,
  ],
];

const rules = Map.groupBy(
  tools.flatMap(([programs, leadsTo]) => {
    const lead = new RegExp(leadsTo, 'y');
    return programs.split('|').map(program => ({ program, lead }));
  }),
  ({ program }) => program,
);
const byFirstSign = Map.groupBy(rules.keys(), program => program.slice(0, 1));
const anyProgram = new RegExp(
  `(?<![\\w.-])(?:${[...byFirstSign].map(([sign, all]) => `${sign}(?:${all.map(program => program.slice(1)).join('|')})`).join('|')})(?![\\w.-])`,
  'g',
);

/** Most text has none of these, and then no program is looked for. */
const mayHoldCommand = new RegExp(
  `[ \\t"'](?:-[A-Za-z]|/p)|IDENTIFIED|identified|stdin|chpasswd|with-token|--body|mysqladmin|net user?[ \\t]|pass:|setx|[Ss]et[Ee]nv` +
    '|ENV[ \\t]|ngrok|snyk|vault[ \\t]|sentry-cli|bw[ \\t]|rabbitmqctl|nmcli|wpa_p|SecureString',
);

export function redactTools(text: string): string {
  if (!mayHoldCommand.test(text)) {
    return text;
  }
  return blankOut(text, anyProgram, ([program], end) => {
    for (const { lead } of rules.get(program) ?? []) {
      lead.lastIndex = end;
      const match = lead.exec(text);
      const span = match && argumentAt(text, lead.lastIndex, match[1]);
      if (span) {
        return span;
      }
    }
    return undefined;
  });
}

/** What is given here, also inside quotes that were opened before. */
function argumentAt(text: string, start: number, quote: string | undefined): Span | undefined {
  if (quote) {
    const part = text.slice(start, start + 1000);
    const end = part.search(quote === '"' ? /["\n]/ : /['\n]/);
    const value = end < 0 ? part : part.slice(0, end);
    return isArgument(value) ? { start, end: start + value.length } : undefined;
  }
  const value = readValue(text, start);
  return value && isArgument(value.text) ? wholeSpan(text, value) : undefined;
}

function isArgument(value: string): boolean {
  const isFile =
    /\.(?:pem|key|json|ya?ml|txt|crt|p12|pfx|jks|env|toml|cfg|conf|ini|asc|gpg|pub|ppk|sql)$|^(?:~|\.{0,2})\//i;
  const isWord = isStopWord(value) || /^(?:id=|env:|file:)/.test(value);
  return (
    value.length >= 4 &&
    !/^[-$<]/.test(value) &&
    !pointsElsewhere(value) &&
    !isWord &&
    !isFile.test(value) &&
    !isName(value)
  );
}

/** `--password PASSWORD`, as help gives it. */
const isName = (value: string) => isCapitals(value) && value.length < 20;

const option = new RegExp(`(?<![\\w-])--?(?:[a-z][\\w-]{0,40}?)?(${SECRET_NAME})(${GAP})(?=[^\\s=])`, 'gi');

/** `--password value`, `--token=value`, `["--api-key", "value"]`. */
export function redactOptions(text: string): string {
  if (!text.includes('-')) {
    return text;
  }
  return blankOut(text, option, ({ 1: name = '', 2: gap = '', index }, end) => {
    const value = readValue(text, end);
    const isSecret = value && isArgument(value.text) && isOptionValue({ text, name, gap, value, index });
    return isSecret ? wholeSpan(text, value) : undefined;
  });
}

interface OptionValue {
  text: string;
  name: string;
  gap: string;
  value: Value;
  index: number;
}

function isOptionValue({ text, name, gap, value, index }: OptionValue): boolean {
  if (/\s/.test(value.text)) {
    return value.quoted && isPassName(name);
  }
  if (!isPassName(name) && !/token/i.test(name)) {
    return isDrawnByLot(value.text);
  }
  if (
    looksRandom(name, value.text) ||
    isScrambled(value.text) ||
    (isPassName(name) && /[!@#%^*+~?]/.test(value.text))
  ) {
    return true;
  }
  const isWord = /^[A-Za-z][a-zA-Z-]{4,60}$/.test(value.text);
  if (value.quoted || gap.includes('=')) {
    return isWord;
  }
  // A word may belong to a sentence about the option.
  const before = lineBefore(text, index);
  const isCommand = /(?:^|[\s`"'])-{1,2}\w/.test(before) || /^\s*[$>#%] /.test(before);
  return isWord && (isCommand || /^[ \t]*(?:$|-{1,2}\w|["'`|&>;])/.test(lineAfter(text, value.end)));
}

/** `auth=("name", "password")` and calls that take both. */
const call =
  /\b(?:auth[ \t]{0,2}=[ \t]{0,2}\(|(?:HTTP(?:Basic|Digest)Auth|login|NetworkCredential|UsernamePasswordCredentials?|(?:set_?)?[Bb]asic_?[Aa]uth|Credentials\.basic)\()[ \t]{0,2}["'`][^"'`\n]{1,80}["'`],[ \t]{0,4}(?=["'`])/g;

const callNames = ['login(', 'uth(', 'auth=(', 'auth = (', 'redential(', 'redentials(', '.basic('];

export function redactCalls(text: string): string {
  const hasCalls = ['("', "('", '(`'].some(open => text.includes(open)) && callNames.some(name => text.includes(name));
  if (!hasCalls) {
    return text;
  }
  return blankOut(text, call, (_, end) => {
    const value = readValue(text, end);
    return value && isArgument(value.text) && !/\s/.test(value.text) ? wholeSpan(text, value) : undefined;
  });
}
