/** Remembered text is data: shown as Markdown it must not load an image, run a command or hide what follows. */

const fencePattern = /^ {0,3}(`{3,}|~{3,})(.*)$/;

/** Keeps formatting and code; takes the life out of HTML, images and links that do more than open a page. */
export function quietMarkdown(text: string): string {
  const lines: string[] = [];
  let fence: string | undefined;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const mark = fencePattern.exec(line);
    if (fence === undefined) {
      fence = mark?.[1];
      lines.push(mark ? line : quietLine(line));
    } else {
      if (mark?.[1]?.startsWith(fence) && mark[2]?.trim() === '') {
        fence = undefined;
      }
      lines.push(line);
    }
  }
  if (fence !== undefined) {
    lines.push(fence);
  }
  return lines.join('\n');
}

function quietLine(line: string): string {
  // Odd pieces are inline code, which Markdown shows as it stands.
  return line
    .split(/(`+[^`]+`+)/)
    .map((piece, index) => (index % 2 === 1 ? piece : quietProse(piece)))
    .join('');
}

function quietProse(text: string): string {
  return text
    .replaceAll('<', '&lt;')
    .replace(/!\[/g, '\\![')
    .replace(/(\]\(\s*|\]:\s*)(?!https?:|mailto:|#)[a-z][\w+.-]*:[^)\s]*/gi, '$1#');
}

/** As a quote block. */
export function quoteMarkdown(text: string): string {
  return quietMarkdown(text)
    .split('\n')
    .map(line => (line === '' ? '>' : `> ${line}`))
    .join('\n');
}

/** As it stands, letter by letter: for titles and names. */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+!|<>~]/g, '\\$&').replace(/\s+/g, ' ');
}

/** In a code block that the text itself cannot close. */
export function codeBlock(text: string, language = ''): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** `[text](command:…)` becomes its text. */
export function withoutCommandLinks(text: string): string {
  return text.replace(/\[((?:\\.|[^\]\\])*)\]\(command:[^)\s]*\)/g, '$1');
}

/** A link that runs a command with these arguments. The text is Markdown already. */
export function commandLink(text: string, command: string, ...args: unknown[]): string {
  const query = encodeURIComponent(JSON.stringify(args)).replace(/[()']/g, c => `%${c.charCodeAt(0).toString(16)}`);
  return `[${text}](command:${command}?${query})`;
}
