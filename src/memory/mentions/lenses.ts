import type { DiscussedScope } from '../../model/file/file.ts';
import { lastName } from '../../model/file/sameSymbol.ts';
import type { FileSymbol } from './files/fileSymbols.ts';

export interface Lens {
  name: string;
  /** One-based. */
  line: number;
  conversations: number;
}

/** For each symbol that was talked about, the line above which that is said. */
export function lensesFor(
  symbols: readonly Pick<FileSymbol, 'name' | 'kind' | 'start_line' | 'local'>[],
  discussed: readonly DiscussedScope[],
): Lens[] {
  const byName = new Map(discussed.map(scope => [scope.name, scope.conversations]));
  return byName.size === 0
    ? []
    : symbols.flatMap(({ name, kind, start_line, local }) => {
        const names = local || isMember(name, kind) ? [] : [name, lastName(name)];
        // The name that was counted is the one a click asks for.
        const counted = names.find(each => byName.has(each));
        const conversations = counted === undefined ? undefined : byName.get(counted);
        return counted && conversations ? [{ name: counted, line: start_line, conversations }] : [];
      });
}

/** A property of something has no lens of its own: there would be one above every line. */
const isMember = (name: string, kind: string) =>
  name.includes('.') && /^(?:property|field|variable|constant|enummember)$/.test(kind);
