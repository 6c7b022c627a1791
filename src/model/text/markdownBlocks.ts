import { isFenced, MarkdownReader, markdownLines, type PlacedLine, placedLines } from './markdownLines.ts';

/** Lines of running text that belong together: a paragraph, a heading. All other lines are code, rules or blank. */
export interface Prose {
  kind: 'paragraph' | 'heading' | 'underlined';
  first: number;
  /** Of each line what stands after quote marks, list marks and blanks. */
  contents: string[];
  /** Rows of a table, or what some readers take for them. */
  table: boolean;
}

export interface Blocks {
  lines: PlacedLine[];
  prose: Prose[];
  /** The mark of a code block at the outermost level that never ends. */
  open: string | undefined;
}

/** A whole text, its running text put together. */
export function readBlocks(text: string): Blocks {
  const reader = new MarkdownReader();
  const lines: PlacedLine[] = [];
  const prose: Prose[] = [];
  for (const line of placedLines(text, reader)) {
    const { kind, content, table } = line;
    const above = prose.at(-1);
    if (kind === 'underline') {
      above!.kind = 'underlined';
    } else if (line.goesOn) {
      above!.contents.push(content);
      above!.table ||= table;
    } else if (kind === 'paragraph' || kind === 'heading') {
      prose.push({ kind, first: lines.length, contents: [content], table });
    }
    lines.push(line);
  }
  return { lines, prose, open: reader.outermost ? reader.fence?.mark : undefined };
}

/** The lines that stand in no code block; those that are only indented stay. */
export function withoutFencedCode(text: string): string {
  const kept: string[] = [];
  for (const line of markdownLines(text)) {
    if (!isFenced(line)) {
      kept.push(line.text);
    }
  }
  return kept.join('\n');
}
