export interface Place {
  line?: number;
  column?: number;
  end_line?: number;
  symbol?: string;
  /** How much of the text after the path belongs to it, so that a link covers `:12:3` too. */
  length: number;
}

const attached = [
  /^#L(?<line>\d{1,7})(?:C(?<column>\d{1,5}))?(?:[-–]L?(?<end>\d{1,7})(?:C\d+)?)?/,
  /^#(?<line>\d{1,7})(?:,(?<column>\d{1,5}))?(?:-(?<end>\d{1,7}))?(?![\w-])/,
  /^[`"'*]{0,3}:L?(?<line>\d{1,7})(?::(?<column>\d{1,5}))?(?:[-–]L?(?<end>\d{1,7}))?(?![\d/])/,
  /^\((?<line>\d{1,7})(?:,\s?(?<column>\d{1,5}))?\)/,
  /^:\[(?<line>\d{1,7}),(?<column>\d{1,5})\]/,
];
const symbolAfter =
  /^(?::{1,2}|#)[A-Za-z_$][\w$]*(?:(?:\.|::)[\w$]+){0,6}\(\)|^(?:::[A-Za-z_]\w*)+|^#[A-Za-z_$][\w$]*(?:\.[\w$]+)*(?![\w-])/;
const words =
  /^[`"'*”»)\]]{0,4}[,:]? ?\(?(?:(?:at|on|à la|aux) )?(?:lines?|lignes?|zeilen?) (?<line>\d{1,7})(?:(?: ?[-–] ?| to | à | and )(?<end>\d{1,7}))?/i;
const chinese = /^[`"'*]{0,3} ?第 ?(?<line>\d{1,7}) ?行/;
const before =
  /\b(?:lines?|lignes?) (?<line>\d{1,7})(?:(?: ?[-–] ?| to | à )(?<end>\d{1,7}))? (?:of|in|from|de|du|dans)(?: the)?(?: file| le fichier| fichier)? ?[`"'*([]{0,3}$/i;

/** The line and column that stand directly after a path, or are told in words next to it. */
export function placeAround(textBefore: string, textAfter: string): Place {
  const after = textAfter.slice(0, 64);
  for (const pattern of attached) {
    const match = pattern.exec(after);
    if (match) {
      return { ...numbers(match), length: /^[`"'*]/.test(match[0]) ? 0 : match[0].length };
    }
  }
  const symbol = symbolAfter.exec(textAfter.slice(0, 200))?.[0];
  if (symbol) {
    return { symbol: symbol.replace(/^(?:::?|#)|\(\)$/g, '').replaceAll('::', '.'), length: symbol.length };
  }
  const inWords = words.exec(after) ?? chinese.exec(after) ?? before.exec(textBefore.slice(-64));
  return inWords ? { ...numbers(inWords), length: 0 } : { length: 0 };
}

function numbers(match: RegExpExecArray): Omit<Place, 'length'> {
  const [line, column, end] = ['line', 'column', 'end'].map(name => Number(match.groups?.[name] ?? 0));
  return {
    ...(line && { line }),
    ...(line && column && { column }),
    ...(line && end && end >= line && { end_line: end }),
  };
}
