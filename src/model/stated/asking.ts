/**
 * Words that tell a question or a request from a statement, by language. Data for `stated.ts`: a language that is
 * missing here is read by its question marks alone.
 */

const wordSet = (...lists: readonly string[]): ReadonlySet<string> => new Set(lists.flatMap(list => list.split(' ')));

/** Say nothing by themselves at the beginning of a sentence. */
export const fillers = wordSet(
  'hey hi hello ok okay so and but well also please then now oh hmm um yes no yeah right',
  'et mais alors donc salut bonjour bon oui non und aber also hallo ja nein y pero entonces hola e ma allora ciao и а но',
);

/** At the beginning of a sentence they ask, whatever follows. */
export const asksAlways = wordSet(
  'why who whose whom which',
  'quel quelle quels quelles pourquoi combien qui lequel laquelle lesquels où',
  'warum wer wessen wem wen wieso weshalb welche welcher welches welchem welchen wann womit wozu worüber wofür',
  'qué quién quiénes dónde cuándo cuál cuáles cómo cuánto cuántos cuántas',
  'chi dove quale quali quanto quanti quem onde qual quais porquê',
  'почему кто где зачем какой какая какое какие каком какую сколько куда откуда чей',
  'dlaczego kto gdzie kiedy który która które ile czy neden nasıl nerede hangi kaç kim هل ماذا متى أين كيف لماذا كم क्या कब कहाँ क्यों कैसे कौन',
);

/** These also begin a clause that states something: "When the token expires, we refresh it." */
export const asksAtTimes = wordSet(
  'what when where how',
  'que quoi quand comment was wo wie wohin woher cosa quando come como что когда как',
);

/** Before a question word: "on which port", « sur quel port », "auf welchem Port". */
export const beforeQuestionWord = wordSet(
  'on in at for since until from with by to of about sur à de pour avec dans depuis par en chez',
  'auf in an mit von seit bis für bei aus zu por con desde hasta para su da per на в с у от для до из о',
);

/** English verbs that stand before their subject when something is asked. */
export const auxiliaries = wordSet(
  'is are was were am do does did can could should would will has have had shall might',
  "isn't aren't wasn't weren't don't doesn't didn't can't couldn't shouldn't wouldn't won't hasn't haven't hadn't",
);

/** Short for a question word and its verb. */
export const contracted = /^(?:what|who|where|how|when|why)(?:'s|'re|'d|'ll|s)$/;

/** « a-t-on », « avons-nous », « quand déploie-t-on » */
export const frenchInversion = /^[\p{L}'’]{1,20}-(?:t-)?(?:je|tu|il|elle|on|nous|vous|ils|elles|ce)$/u;

/** "haben wir", "gibt es" */
export const germanInversion =
  /^(?:haben|hat|hast|hatten|ist|sind|war|waren|kann|kannst|können|soll|sollen|sollte|darf|dürfen|muss|müssen|gibt|gab|wird|werden|weißt|läuft) (?:wir|ich|du|ihr|sie|es|man|er|der|die|das|den|dem|ein|eine|jemand|etwas)(?!\p{L})/u;

/** Wants something from memory. */
export const requests = wordSet(
  'tell remind show find search look list give explain summarize summarise recall describe compare help quote any anything something',
  'dis-moi dites-moi rappelle-moi rappelez-moi montre montre-moi montrez trouve cherche explique résume liste donne-moi',
  'zeig zeige sag erinnere suche finde erkläre nenne liste gib dime recuérdame muéstrame busca explica explícame resume',
  'dimmi ricordami mostrami cerca spiega diga-me mostre procure explique lembre-me покажи найди напомни расскажи объясни скажи',
);

/** "I need to know …", « je cherche … » */
export const wants =
  /^(?:i (?:need|want|would like|'d like) to (?:know|see|find|remember|understand)|i(?:'m| am) looking for|i wonder|je (?:cherche|voudrais savoir|veux savoir|me demande)|ich (?:suche|möchte wissen|frage mich)|(?:quiero|quisiera) saber)(?!\p{L})/u;

/** Tells memory to keep something: whatever follows is stated. */
export const keeps =
  /^(?:remember(?: that|:| to| the fact)|note(?:d?(?: that|:)| \p{P})|keep in mind|bear in mind|for the record|fyi|(?:don't|do not) forget|remind me (?:to|that)|let me tell|souviens-toi|souvenez-vous|rappelle-toi|n'oublie|n'oubliez|note(?:z)? (?:que|:)|retiens|retenez|à noter|pour mémoire|merk dir|merke dir|denk daran|notiere|vergiss nicht|recuerda que|ten en cuenta|anota|no olvides|ricorda(?:ti)? che|tieni presente|lembra(?:-te)? que|anote|запомни|учти|помни)(?!\p{L})/u;

/** A subject or a finite verb: what has one is a sentence and no mere subject to look for. */
export const clauseWords = wordSet(
  'i we they he she it you is are was were am be been has have had does did will would can could should must may might shall',
  "it's that's there's we're they're i'm i've we've don't doesn't didn't isn't aren't wasn't weren't can't cannot won't because never always",
  'je tu il elle on nous vous ils elles est sont était étaient a ont avait faut doit doivent peut peuvent sera seront avons parce jamais toujours',
  "c'est j'ai n'est qu'il qu'on l'a",
  'ich wir er es ist sind war waren hat haben wird werden muss müssen kann können soll sollen nutzen nehmen weil nie immer',
  'está están es son era fue hay usamos tenemos debe deben puede porque nunca siempre è sono era ha hanno usiamo deve perché mai sempre',
  'estamos é são foi tem temos usamos nunca sempre мы я он она оно они это был была было были будет нужно надо потому никогда всегда',
);

/** At the beginning of a sentence they tell what to do. */
export const orders = wordSet(
  'use never always avoid prefer keep let make ensure put add remove rename do only must let’s',
  'utilise utilisez utiliser garde gardez évite évitez ne nimm nutze benutze vermeide usa usad evita',
);

/** Nouns as well, so that they tell what to do only before one of `determiners`. */
export const ordersBeforeNoun = wordSet(
  'run set fix write move call stop start check restart deploy test build ship merge store log cache pin change update delete create',
);

export const determiners = wordSet('the a an all every your our its this that them it');

/** Verbs of plain statements: after a plural ("the giraffes stay inside"), or with an ending that no noun has. */
export const verbs = wordSet(
  'stay live use need go come work fail pass take want get make keep start stop break die hang wait send read write call',
  'expect return contain hold sit listen depend belong mean cost last expire move change follow own sleep eat close open run',
);
/** These are nouns too, so that their plural tells nothing: "calls", "changes". */
export const verbsLikeNouns = wordSet(
  'use need work pass start stop break read write call return cost move change run hold sleep',
);

/** After "runs", "listens", "failed": what stands before was a verb. */
export const afterVerb = wordSet('on at behind to the a an our its no only as every since until');
