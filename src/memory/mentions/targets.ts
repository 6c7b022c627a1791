import type { File, MentionedFile, Scope } from '../../model/file.ts';
import { type MentionKind, mentionKind } from '../../model/mention.ts';
import type { MessageRole } from '../../model/turn.ts';

/** A place that one can go to from a summary or a turn, and why. */
export interface Target {
  file: File;
  /** A symbol of the file, as it was named. */
  symbol: string | null;
  /** One-based; where there is no symbol, or it is not found any more. */
  line: number | null;
  reasons: string[];
  /** The symbol's code is not what was talked about any more. */
  changed: boolean;
  /** The path it had when it was talked about, where that is another. */
  was: string | null;
}

/** Most telling first: symbols, then what was attached and used, then what was only named. */
export function targetsOf(
  files: readonly File[],
  scopes: readonly Scope[],
  mentioned: readonly MentionedFile[],
): Target[] {
  const found = files.flatMap(file => {
    const own = mentioned.filter(mention => mention.file.uuid === file.uuid);
    const was = own.find(({ path_then }) => path_then !== file.path)?.path_then ?? null;
    const line = own.find(mention => mention.line !== null)?.line ?? null;
    const reasons = [...new Set(own.toSorted(byKind).map(({ kind, role }) => sayReason(kind, role)))];
    const named = scopes
      .filter(scope => scope.file_id === file.uuid)
      .toSorted((a, b) => (a.start_line ?? 0) - (b.start_line ?? 0));
    const rank = Math.min(mentionKind.options.length, ...own.map(({ kind }) => mentionKind.options.indexOf(kind)));
    const base = { file, was, rank, count: own.length };
    const symbols = named.length > 0 ? named.map(scopeTarget) : own.flatMap(spokenTarget).slice(0, 1);
    return symbols.length > 0
      ? unique(symbols).map(symbol => ({ ...base, ...symbol, reasons: [...symbol.reasons, ...reasons] }))
      : [
          {
            ...base,
            symbol: null,
            line,
            reasons: reasons.length > 0 ? reasons : ['named in the summary'],
            changed: false,
          },
        ];
  });
  return found
    .toSorted((a, b) => Number(b.symbol !== null) - Number(a.symbol !== null) || a.rank - b.rank || b.count - a.count)
    .map(({ rank: _rank, count: _count, ...target }) => target);
}

type Place = Pick<Target, 'symbol' | 'line' | 'reasons' | 'changed'>;

function scopeTarget({ name, kind, start_line, changed_at }: Scope): Place {
  return { symbol: name, line: start_line, reasons: [saySymbol(name, kind)], changed: changed_at !== null };
}

function spokenTarget({ symbol, line }: MentionedFile): Place[] {
  return symbol ? [{ symbol, line, reasons: [`symbol ${symbol}`], changed: false }] : [];
}

/** One symbol that was talked about in two states is one place: changed if it is neither. */
function unique(places: readonly Place[]): Place[] {
  const merged = new Map<string | null, Place>();
  for (const place of places) {
    const known = merged.get(place.symbol);
    merged.set(place.symbol, known && !known.changed ? known : place);
  }
  return [...merged.values()];
}

const byKind = (a: MentionedFile, b: MentionedFile) =>
  mentionKind.options.indexOf(a.kind) - mentionKind.options.indexOf(b.kind);

const called = new Set(['function', 'method', 'constructor']);

/** `function retry()`, `class Upload`. */
export function saySymbol(name: string, kind: string): string {
  return `${kind} ${name}${called.has(kind) ? '()' : ''}`;
}

export function sayReason(kind: MentionKind, role: MessageRole): string {
  switch (kind) {
    case 'reference':
      return 'attached';
    case 'tool':
      return 'used by a tool';
    case 'diff':
      return 'in a diff';
    case 'trace':
      return 'in a stack trace';
    case 'model':
      return 'named in the summary';
    default:
      return role === 'user' ? 'named in the question' : 'named in the answer';
  }
}
