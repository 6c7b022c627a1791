import type { File, MentionedFile, Scope } from '../../model/file/file.ts';
import { type MentionKind, mentionKind } from '../../model/file/mention.ts';
import { lastName } from '../../model/file/sameSymbol.ts';
import type { MessageRole } from '../../model/turn/turn.ts';

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

/**
 * One a file, at the symbol that is named most in `text`. First come files with symbols, then those that most was said
 * about.
 */
export function targetsOf(
  files: readonly File[],
  scopes: readonly Scope[],
  mentioned: readonly MentionedFile[],
  text = '',
): Target[] {
  const weighed = files.map(file => {
    const mentions = mentioned.filter(mention => mention.file.uuid === file.uuid);
    const was = mentions.find(({ path_then }) => path_then !== file.path)?.path_then ?? null;
    const line = mentions.find(mention => mention.line !== null)?.line ?? null;
    const reasons = [...new Set(mentions.toSorted(byKind).map(({ kind, role }) => sayReason(kind, role)))];
    const named = placesOf(file, scopes, mentions)
      .map(place => ({ ...place, named: countOf(place.symbol, text) }))
      .toSorted((a, b) => b.named - a.named || rankOf(a.kind) - rankOf(b.kind) || (a.line ?? 0) - (b.line ?? 0));
    const [first] = named;
    const target: Target = {
      file,
      symbol: first?.symbol ?? null,
      line: first ? first.line : line,
      reasons: [...(first ? [saySymbols(named)] : []), ...reasons],
      changed: named.some(({ changed }) => changed),
      was,
    };
    return { target, named: first?.named ?? 0, said: mentions.length };
  });
  return weighed
    .toSorted(
      (a, b) =>
        Number(b.target.symbol !== null) - Number(a.target.symbol !== null) || b.named - a.named || b.said - a.said,
    )
    .map(({ target }) =>
      target.reasons.length > 0 ? target : { ...target, reasons: [sayReason('model', 'assistant')] },
    );
}

interface Place {
  symbol: string;
  kind: string;
  line: number | null;
  changed: boolean;
}

/** The symbols of a file that are kept, or the one that was named together with it. */
function placesOf(file: File, scopes: readonly Scope[], mentions: readonly MentionedFile[]): Place[] {
  const scopePlaces = scopes
    .filter(scope => scope.file_id === file.uuid)
    .map(({ name, kind, start_line, changed_at }) => ({
      symbol: name,
      kind,
      line: start_line,
      changed: changed_at !== null,
    }));
  const spoken = mentions.flatMap(({ symbol, line }) =>
    symbol ? [{ symbol, kind: 'symbol', line, changed: false }] : [],
  );
  // One symbol that was talked about in two states is one place: changed if it is neither.
  const places = new Map<string, Place>();
  for (const place of scopePlaces.length > 0 ? scopePlaces : spoken.slice(0, 1)) {
    const earlier = places.get(place.symbol);
    places.set(place.symbol, earlier && !earlier.changed ? earlier : place);
  }
  return [...places.values()];
}

function countOf(symbol: string, text: string): number {
  return text.split(lastName(symbol)).length - 1;
}

const called = new Set(['function', 'method', 'constructor']);
const rankOf = (kind: string) => (called.has(kind) ? 0 : /^(?:class|interface|struct|enum)$/.test(kind) ? 1 : 2);
const TOLD = 3;

/** `function retry(), Upload, 2 more` */
function saySymbols(places: readonly Place[]): string {
  const [first, ...others] = places.slice(0, TOLD);
  const call = ({ symbol, kind }: Place) => `${symbol}${called.has(kind) ? '()' : ''}`;
  const left = places.length - TOLD;
  return [
    `${first?.kind} ${first ? call(first) : ''}`,
    ...others.map(call),
    ...(left > 0 ? [`${left} more`] : []),
  ].join(', ');
}

const byKind = (a: MentionedFile, b: MentionedFile) =>
  mentionKind.options.indexOf(a.kind) - mentionKind.options.indexOf(b.kind);

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
