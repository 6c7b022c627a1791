/** Words that mark a sentence as a decision or its reason, in English and French. */
export const decisive =
  /(?<!\p{L})(?:decided|decision|chose|agreed|settled|rejected|instead|because|conclusion|root cause|turned out|we keep|décidé|décidons|décision|choisi|retenu|rejeté|parce que|finalement)/iu;

/** Words that state a decision outright. */
export const deciding =
  /(?<!\p{L})(?:we (?:have )?decided|decision(?: is)?:|rejected|settled|agreed on|nous avons décidé|décision :|rejetée?s?|écartée?s?|retenue?s?)/iu;

/** Words that name a cause, a remedy or the sum of it all. */
export const telling =
  /(?<!\p{L})(?:caused? by|the cause|fixed|the fix|the remedy|attribute|rejects?|measured|to sum up|in short|for the note|for the record|noted:|the outcome|écartée?s?|la cause|le remède|corrigée?s?|mesurée?s?|en résumé|en bref|nous avons retenu)(?!\p{L})/iu;

/** Begins a sentence that sums up what came before it. */
export const summing =
  /^(?:so,? |and )?(?:to sum up|in short|in summary|for the (?:note|record)|noted:|(?:the )?decision:|the outcome|décision :|en résumé|en bref|pour résumer)(?!\p{L})/iu;

/** Words that ask for the sum of what was said. */
export const summingUp =
  /(?<!\p{L})(?:sum (?:it |this |that )?up|summar(?:y|i[sz]e)|recap|(?:the|an?) outcome|in (?:one|two|three|a few) sentences?|short version|what (?:is|was) (?:left|decided)|what did we decide|for the (?:note|record|changelog)|résum\p{L}*|récapitul\p{L}*|bilan)(?!\p{L})/iu;

/** Words that take something back that was said before. */
export const corrective =
  /(?<!\p{L})(?:was wrong|were wrong|i was mistaken|to correct|correction|withdrawn|never was the|was not the|turned out|it is not .{1,60} but|and not by|in fact|actually|no longer (?:true|valid|holds)|retract|c'était faux|j'avais tort|je me suis trompé|en fait|en réalité|contrairement|rectifi|ce n'était pas|s'est avéré|corrigeons)/iu;
