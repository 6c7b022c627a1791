import type { NamedSentence } from '../../model/summary/evidence.ts';
import type { ToolUse, Turn } from '../../model/turn/turn.ts';
import { firstChars } from '../../util/text.ts';
import { clip, plainSentence } from './plainText.ts';
import { type Check, hasRoom, nothingTold, type Told, tell } from './told.ts';
import type { Wording } from './wording.ts';

interface Call {
  turn_index: number;
  /** As `readFile(src/upload.ts)`. */
  label: string;
  name: string;
  outcome: string;
  reasoning: string;
  weight: number;
}

type Detail = 'call' | 'outcome' | 'reasoning';

const MOST_NAMES = 5;

/** What the tools did: those that failed or changed something first, the rest as far as there is room. */
export function actionsText(turns: readonly Turn[], wording: Wording, check: Check): Told {
  const calls = turns.flatMap(turn => turn.tools.map(use => readCall(use, turn.turn_index, wording)));
  const details = new Map<Call, Detail>();
  const last = calls.findLastIndex(() => true);
  const spread = calls
    .map((call, index) => ({ call, order: index === last ? 1 : (index * 0.618_034) % 1 }))
    .sort((a, b) => b.call.weight - a.call.weight || b.order - a.order)
    .slice(0, 60)
    .map(({ call }) => call);
  const tryDetail = (call: Call, detail: Detail): boolean => {
    const before = details.get(call);
    details.set(call, detail);
    const told = render(calls, details, wording);
    if (hasRoom(told) && told.sentences.every(check)) {
      return true;
    }
    if (before === undefined) {
      details.delete(call);
    } else {
      details.set(call, before);
    }
    return false;
  };
  const toldLabels = new Set<string>();
  for (const call of spread) {
    // The same call again and again is told once.
    if (!toldLabels.has(call.label + call.outcome) && (tryDetail(call, 'outcome') || tryDetail(call, 'call'))) {
      toldLabels.add(call.label + call.outcome);
    }
  }
  for (const call of spread) {
    if (call.reasoning !== '' && details.get(call) === 'outcome') {
      tryDetail(call, 'reasoning');
    }
  }
  const result = render(calls, details, wording);
  return hasRoom(result) && result.sentences.every(check) ? result : nothingTold;
}

function render(calls: readonly Call[], details: ReadonlyMap<Call, Detail>, wording: Wording): Told {
  const lines: NamedSentence[][] = [];
  for (const [turn_index, shown] of Map.groupBy(
    calls.filter(call => details.has(call)),
    call => call.turn_index,
  )) {
    const parts = shown.map(call => {
      const detail = details.get(call);
      const why = detail === 'reasoning' ? wording.reasoned(call.reasoning) : '';
      return `${call.label}${why}${detail === 'call' ? '' : call.outcome}`;
    });
    lines.push([{ sentence: `${wording.used(parts.join(wording.next), lines.length === 0)}.`, turns: [turn_index] }]);
  }
  const toldLabels = new Set([...details.keys()].map(call => call.label + call.outcome));
  const rest = calls.filter(call => !toldLabels.has(call.label + call.outcome));
  const names = [...new Set(rest.map(({ name }) => name))];
  if (names.length > 0) {
    const list = `${names.slice(0, MOST_NAMES).join(', ')}${names.length > MOST_NAMES ? '…' : ''}`;
    const turns = [...new Set(rest.map(({ turn_index }) => turn_index))];
    lines.push([{ sentence: wording.others(list), turns }]);
  }
  return tell(lines);
}

const changing = /edit|write|creat|delet|remov|renam|mov|patch|appl|insert|replac|test|run|exec|terminal|bash|commit/i;

function readCall({ call, result }: ToolUse, turn_index: number, wording: Wording): Call {
  const name = short(call.tool_name, 50) ?? '…';
  const error = short(firstLineOf(result?.error || result?.result || ''), 90) ?? '';
  const resultLine = short(tellingLine(result?.result ?? ''), 80);
  const reasoning = plainSentence(firstChars(call.reasoning ?? '', 2000));
  return {
    turn_index,
    name,
    label: `${name}(${short(mainArgument(call.arguments), 70) ?? ''})`,
    outcome: call.success ? (resultLine ? wording.returned(resultLine) : '') : wording.failed(error),
    reasoning: (reasoning === undefined ? undefined : clip(reasoning, 120))?.replace(/\.$/, '') ?? '',
    weight: call.success ? (changing.test(call.tool_name) ? 2 : 1) : 3,
  };
}

/** On one line. Undefined when empty, or when it cannot be shortened between words. */
function short(text: string, max: number): string | undefined {
  const line = firstChars(text, 4000)
    .replace(/[\p{Cc}\s\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .trim()
    .toWellFormed();
  return line === '' ? undefined : clip(line, max);
}

const mainKeys =
  /^(?:path|file_?path|file|filename|uri|target|paths|files|command|cmd|query|pattern|regex|search|url|name|description|title)$/i;

/** The words of a command; a shell around it says nothing. */
const isCommand = /^(?:command|cmd|args|argv)$/i;
const shells = /^(?:\S*\/)?(?:ba|z|da|fi)?sh$|^(?:powershell|pwsh|cmd)(?:\.exe)?$/i;
const shellFlag = /^(?:-\w*c|-Command|\/c)$/i;

/** The argument that says what the call was about. */
function mainArgument(value: unknown, between = ', '): string {
  if (typeof value === 'string' || typeof value === 'number') {
    return String(value);
  }
  if (Array.isArray(value)) {
    const items = value.filter(item => typeof item === 'string');
    return shells.test(items[0] ?? '') && shellFlag.test(items[1] ?? '')
      ? items.slice(2).join(' ')
      : items.join(between);
  }
  if (typeof value !== 'object' || value === null) {
    return '';
  }
  const fields = Object.entries(value)
    .map(([key, field]) => ({
      key,
      text:
        typeof field === 'object' && !Array.isArray(field) ? '' : mainArgument(field, isCommand.test(key) ? ' ' : ', '),
    }))
    .filter(({ text }) => text.trim() !== '');
  return (fields.find(({ key }) => mainKeys.test(key)) ?? fields.find(({ text }) => /\p{L}/u.test(text)))?.text ?? '';
}

const firstLineOf = (text: string): string => /\S[^\r\n]*/.exec(firstChars(text, 10_000))?.[0] ?? '';

const counting =
  /\b\d+ (?:passed|failed|errors?|warnings?|matche?s?|files?|tests?|results?|problems?|functions?|changes?)\b|^\s*(?:error|fatal|created|edited|deleted|renamed)\b/i;
const codeLike = /^\s*[[{<(/*#})]|[{};,]\s*$|=>|^\s*(?:import|export|const|let|return|throw|if|for)\b/;

/** One line that tells the result: the only one, or the last that counts something. */
function tellingLine(result: string): string {
  const text =
    result.length > 8000 ? `${firstChars(result, 4000)}\n${result.slice(-4000).replace(/^[^\n]*/, '')}` : result;
  const lines = text.split(/[\r\n]+/).filter(line => line.trim() !== '');
  const line =
    lines.length === 1 ? lines[0] : lines.findLast(candidate => counting.test(candidate) && !codeLike.test(candidate));
  return line === undefined || codeLike.test(line) ? '' : line;
}
