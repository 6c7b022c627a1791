import type { Summary } from './summary.ts';

/** What a summary takes over from what it condenses. */
export interface Inheritance {
  /** The files that these turns mention: what is linked to one of them later is mentioned too. */
  filesOfTurns: { from: number; to: number } | undefined;
  /** The files, symbols and topics of these summaries: what one of them is linked to later is mentioned too. */
  linksOfSummaries: readonly string[];
}

/** An L1 inherits from its turns, a higher one from the summaries below it. */
export function inheritanceOf({
  source_type,
  start_turn,
  end_turn,
  parent_summaries,
}: Pick<Summary, 'source_type' | 'start_turn' | 'end_turn' | 'parent_summaries'>): Inheritance {
  return {
    filesOfTurns: source_type === 'MESSAGE' ? { from: start_turn, to: end_turn } : undefined,
    linksOfSummaries: parent_summaries,
  };
}

/** A summary and all that inherit from it, over any number of levels. */
export function withHeirs(uuid: string, higher: readonly Pick<Summary, 'uuid' | 'parent_summaries'>[]): string[] {
  const family = new Set([uuid]);
  for (const member of family) {
    for (const heir of higher.filter(({ parent_summaries }) => parent_summaries.includes(member))) {
      family.add(heir.uuid);
    }
  }
  return [...family];
}
