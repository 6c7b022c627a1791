/** Words that mark a sentence as a decision or its reason, in English and French. */
export const decisive =
  /(?<!\p{L})(?:decided|decision|chose|agreed|settled|rejected|instead|because|conclusion|root cause|turned out|we keep|décidé|décidons|décision|choisi|retenu|rejeté|parce que|finalement)/iu;

/** Words that take something back that was said before. */
export const corrective =
  /(?<!\p{L})(?:was wrong|were wrong|i was mistaken|to correct|correction|withdrawn|never was the|was not the|turned out|it is not .{1,60} but|and not by|in fact|actually|no longer (?:true|valid|holds)|retract|c'était faux|j'avais tort|je me suis trompé|en fait|en réalité|contrairement|rectifi|ce n'était pas|s'est avéré|corrigeons)/iu;
