import type { DiscussedScope } from '../../model/file.ts';

export interface Lens {
  name: string;
  /** One-based. */
  line: number;
  conversations: number;
}

/** For each symbol that was talked about, the line above which that is said. */
export function lensesFor(
  symbols: readonly { name: string; start_line: number; local: boolean }[],
  discussed: readonly DiscussedScope[],
): Lens[] {
  const byName = new Map(discussed.map(scope => [scope.name, scope.conversations]));
  return byName.size === 0
    ? []
    : symbols.flatMap(({ name, start_line, local }) => {
        const conversations = local
          ? undefined
          : (byName.get(name) ?? byName.get(name.slice(name.lastIndexOf('.') + 1)));
        return conversations ? [{ name, line: start_line, conversations }] : [];
      });
}
