import { demoConversations } from '../../demo/conversations.ts';
import type { Turn, TurnDraft } from '../../src/model/turn/turn.ts';
import { makeStoredTurn } from './builders.ts';

export interface ToldConversation {
  id: string;
  turns: Turn[];
}

/** The demo's conversations as a store would give them back. */
export function demoTurns(): ToldConversation[] {
  return demoConversations.map(({ id, turns }) => ({
    id,
    turns: turns.map((turn, turn_index) => ({
      ...makeStoredTurn({
        user: turn.user,
        assistant: turn.assistant,
        references: (turn.references ?? []).map(path => ({ path })),
        ...(turn.status === undefined ? {} : { status: turn.status }),
        ...(turn.error === undefined ? {} : { error: turn.error }),
        ...(turn.reasoning === undefined ? {} : { reasoning: turn.reasoning }),
        tools: (turn.tools ?? []).map(({ name, ...tool }) => ({ ...tool, tool_name: name })),
      }),
      turn_index,
    })),
  }));
}

export function storedTurn({ start, end }: TurnDraft, turn_index: number): Turn {
  return {
    ...makeStoredTurn({
      user: start.content,
      references: start.references,
      assistant: end?.content,
      ...(end ? { status: end.status, tools: end.tools } : {}),
    }),
    turn_index,
  };
}

/** Whole turns of about so many characters, as the layers take them. */
export function inRanges(turns: readonly Turn[], chars: number): Turn[][] {
  const ranges: Turn[][] = [[]];
  let size = 0;
  for (const turn of turns) {
    ranges.at(-1)!.push(turn);
    size += turn.user.char_count + (turn.assistant?.char_count ?? 0);
    if (size >= chars) {
      ranges.push([]);
      size = 0;
    }
  }
  return ranges.filter(range => range.length > 0);
}
