import { summingUp } from '../../model/text/decisive.ts';
import { isPolite, isStated } from './centrality.ts';
import type { Unit } from './unit.ts';

const questionMark = /[?？؟]["'”’»)*_]*$/u;

/** Scripts in which a question needs no mark: か, 吗, 까, ไหม and the words that ask. */
const unmarked =
  /(?:(?<=[\p{sc=Hira}\p{sc=Kana}\p{sc=Han}])か(?:な|しら)?|[吗嗎呢]|(?<=\p{sc=Hangul})(?:까|나요|가요|죠)|ไหม|หรือไม่|หรือเปล่า)[。．.…]?$|なぜ|どうして|どうやって|どのよう|どこ|什么|什麼|怎么|怎麼|为什么|為什麼|如何|哪|多少|ทำไม|อย่างไร|ยังไง/u;

/** As people begin a question, also where they leave out its mark. */
const asking =
  /^(?:(?:and|but|so|then|ok|okay|et|mais|alors|donc)[, ]+)?(?:why|how|what|which|where|when|who|whose|should|shall|can|could|would|will|do|does|did|is|are|was|were|has|have|pourquoi|comment|quel(?:le)?s?|qu['’]est-ce|est-ce|où|quand|combien|peut-on|peux-tu|pouvez-vous|faut-il|doit-on|y a-t-il)(?!\p{L})/iu;

/** As people ask for something to be done. */
const requesting =
  /(?<!\p{L})(?:please|s['’]il (?:te|vous) plaît|stp|svp)(?!\p{L})|^(?:(?:and|but|so|then|now|ok|okay|et|mais|alors|donc)[, ]+)?(?:let['’]?s|write|add|use|show|make|give|tell|explain|fix|find|check|list|put|change|rename|remove|delete|create|implement|test|run|try|look|summari[sz]e|sum|describe|compare|update|move|refactor|draft|propose|suggest|help|i (?:want|need|would like|['’]d like)|we (?:want|need|should)|écri(?:s|vez)|ajoute[rz]?|montre[rz]?|explique[rz]?|corrige[rz]?|utilise[rz]?|fai(?:s|tes)|donne[rz]?|vérifie[rz]?|je voudrais|j['’]aimerais|il faut|il faudrait)(?!\p{L})|してください|て下さい|お願い|てほしい|^请|^請|帮我|幫我|麻烦|해 ?주세요|โปรด|ช่วย/iu;

export function isQuestion(text: string): boolean {
  return questionMark.test(text) || unmarked.test(text) || (asking.test(text) && !/[.。:：,，!！]$/.test(text));
}

/** Points at what was said before, and says little besides. */
const pointing = /(?<!\p{L})(?:it|that|this|them|these|those|ça|cela)(?!\p{L})/iu;
const points = ({ text, words }: Unit) => words.size < 4 && pointing.test(text);

/** The sentence that says best what the person wanted: one that asks, else what they stated, else the first that tells. */
export function questionOf(userUnits: readonly Unit[]): Unit | undefined {
  // "Why?" and "Do it, please" say nothing by themselves, nor does a line that leads to a list.
  const telling = userUnits.filter(({ words, text }) => words.size > 1 && !/[:：]$/.test(text));
  const asked = telling.filter(({ text }) => isQuestion(text));
  const requested = telling.filter(unit => requesting.test(unit.text) && !points(unit));
  const stated = telling.filter(({ text }) => isStated(text));
  const first = telling.find(({ text, words }) => words.size > 2 && !isPolite(text));
  const ofMore = (units: readonly Unit[]) => best(units.filter(({ text }) => !summingUp.test(text)));
  return ofMore(asked) ?? ofMore(stated) ?? ofMore(requested) ?? first ?? best(telling) ?? best(userUnits);
}

function best(units: readonly Unit[]): Unit | undefined {
  const worth = ({ score, place }: Unit) => score * (place === 0 ? 1.2 : 1);
  return units.reduce<Unit | undefined>((a, b) => (a && worth(a) >= worth(b) ? a : b), undefined);
}
