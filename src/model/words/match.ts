/** Where a term of a question stands in a text. */
export interface Match {
  start: number;
  end: number;
  term: number;
  /** The term is a word or a run by itself: not a part of an identifier, nor part of a run that is not all there. */
  whole: boolean;
}
