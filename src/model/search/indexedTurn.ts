import type { Message, TurnKind } from '../turn/turn.ts';
import { turnFiles } from '../turn/turnFiles.ts';
import { isAnswerIndexed } from '../turn/whatIsMemory.ts';

/** What an index of words takes of a turn. */
export interface IndexedTurn {
  prompt: string;
  answer: string;
  files: string[];
}

type Asked = Pick<Message, 'content' | 'references'> & { kind?: TurnKind | undefined };

/** Without an answer so far: what was asked. */
export function indexedTurn(
  { content, references, kind = 'talk' }: Asked,
  answer = '',
  toolArguments: readonly unknown[] = [],
): IndexedTurn {
  return {
    prompt: content,
    answer: isAnswerIndexed(kind) ? answer : '',
    files: turnFiles(references, toolArguments),
  };
}
