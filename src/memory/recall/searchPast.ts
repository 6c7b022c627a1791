import type { Reach } from '../../model/reach.ts';
import type { SummaryHit } from '../../model/search/hits.ts';
import type { Turn, TurnRef } from '../../model/turn/turn.ts';
import { materialIn } from '../../model/turn/whatIsMemory.ts';
import type { Store } from '../../store/store.ts';
import { turnsOf } from '../../store/turnStore.ts';
import { type Passage, recall } from './recall.ts';

/** For one query: the best so many turns, L1 and higher summaries. */
const BEST_TURNS = 3;
const BEST_SUMMARIES = [
  { levels: [1], limit: 5 },
  { levels: [2, 3, 4, 5, 6, 7, 8, 9], limit: 3 },
];

export interface PastSearch {
  text: string;
  reach: Reach;
  windowBefore: number;
  windowAfter: number;
  /** The turn that asks. */
  except?: TurnRef | undefined;
}

/** A found turn with the turns around it, in their order. */
export interface FoundWindow {
  passage: Passage;
  before: Turn[];
  after: Turn[];
}

export interface PastFound {
  turns: FoundWindow[];
  summaries: SummaryHit[];
  /** Nothing fits well: these come nearest. */
  onlyNear: boolean;
  /** Words of the query that no turn has. */
  missing: string[];
}

/** What the past holds on a query, at all levels. */
export async function searchPast(store: Store, query: PastSearch): Promise<PastFound> {
  const { text, reach, except } = query;
  const [{ passages, near, missing }, summaries] = await Promise.all([
    recall(store, text, { reach, limit: BEST_TURNS, except: except ? [except] : [] }),
    store.search.summaries({ text, reach, limits: BEST_SUMMARIES }),
  ]);
  const onlyNear = passages.length + summaries.length === 0 && near.length > 0;
  const shownPassages = onlyNear ? near : passages;
  const turns = await Promise.all(shownPassages.map(passage => withWindow(store, passage, query)));
  return { turns, summaries, onlyNear, missing };
}

async function withWindow(store: Store, passage: Passage, query: PastSearch): Promise<FoundWindow> {
  const { windowBefore, windowAfter, except } = query;
  const { conversation_id, turn_index } = passage.turn;
  const [from, to] = [Math.max(0, turn_index - windowBefore), turn_index + windowAfter];
  const around = await turnsOf(store, conversation_id, {
    ...{ from, to, limit: windowBefore + windowAfter + 1, standing: true },
  });
  const isAsking = (turn: TurnRef) =>
    except?.conversation_id === conversation_id && except.turn_index === turn.turn_index;
  const others = materialIn(around).filter(turn => !isAsking(turn));
  return {
    passage,
    before: others.filter(turn => turn.turn_index < turn_index),
    after: others.filter(turn => turn.turn_index > turn_index),
  };
}
