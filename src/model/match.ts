/** Where a term of a question stands in a text. */
export interface Match {
  start: number;
  end: number;
  term: number;
  /** The term is a word or a run by itself: not a part of an identifier, nor only a part of the run. */
  whole: boolean;
}
