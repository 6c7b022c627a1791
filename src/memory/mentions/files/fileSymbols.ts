import { lastName } from '../../../model/file/sameSymbol.ts';

/** A symbol as a language's provider tells it. */
export interface FileSymbol {
  /** With what it is in: `Upload.retry`. */
  name: string;
  kind: string;
  /** One-based. */
  start_line: number;
  end_line: number;
  /** Of its text. */
  content_hash: string;
  /** Inside a function: nobody but that function knows it. */
  local: boolean;
}

/** `retry` finds `Upload.retry`; `Upload.retry` finds it too, and a `retry` of its own, but not `Download.retry`. */
export function findSymbol(symbols: readonly FileSymbol[], writtenName: string): FileSymbol | undefined {
  const visible = symbols.filter(({ local }) => !local);
  return (
    visible.find(({ name }) => name === writtenName) ??
    visible.find(({ name }) => name.endsWith(`.${writtenName}`)) ??
    visible.find(({ name }) => !name.includes('.') && name === lastName(writtenName)) ??
    symbols.find(({ name }) => name === writtenName || lastName(name) === writtenName)
  );
}

const property = /^(?:property|field|variable|constant|enummember)$/;

/** A property of something is found by its own name too easily: it must be named with what it is in. */
export function isNamedEnough({ name, kind, local }: FileSymbol, writtenName: string): boolean {
  return !local && (writtenName.includes('.') || !name.includes('.') || !property.test(kind));
}

/** The innermost symbol around a line. */
export function symbolAt(symbols: readonly FileSymbol[], line: number): FileSymbol | undefined {
  return symbols
    .filter(({ start_line, end_line }) => start_line <= line && line <= end_line)
    .toSorted(
      (a, b) => Number(a.local) - Number(b.local) || a.end_line - a.start_line - (b.end_line - b.start_line),
    )[0];
}
