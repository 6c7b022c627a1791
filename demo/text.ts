/** Lines that begin something of their own: list items, tables, quotes, headings. */
const startsBlock = /^(?:[-*>|#] |\||\d+\. |#+ )/;

/**
 * Prose that is wrapped in the source and flows in the text: the lines of a paragraph are joined by spaces.
 * Blank lines, list items, tables and fenced code keep their line breaks.
 */
export function prose(strings: TemplateStringsArray): string {
  const lines: string[] = [];
  let fenced = false;
  let joinable = false;
  for (const line of verbatim(strings).split('\n')) {
    const fence = line.startsWith('```');
    if (fence) {
      fenced = !fenced;
    }
    if (joinable && !fence && line !== '' && !startsBlock.test(line)) {
      lines[lines.length - 1] += ` ${line}`;
    } else {
      lines.push(line);
    }
    joinable = !fence && !fenced && line !== '';
  }
  return lines.join('\n');
}

/** Text that keeps its lines. They stand two columns right of the closing backtick; that indentation is taken off. */
export function verbatim(strings: TemplateStringsArray): string {
  const text = strings[0] ?? '';
  const indent = text.length - text.lastIndexOf('\n') - 1 + 2;
  const lines = text.split('\n').slice(1, -1);
  return lines.map(line => line.slice(indent)).join('\n');
}
