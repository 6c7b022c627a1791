import type { Language } from './language.ts';

/** How a question was answered. After `answered` and `begun` comes the answer, after `noted` what was told to memory. */
export type Ending = 'answered' | 'begun' | 'failed' | 'cancelled' | 'none' | 'empty' | 'code' | 'noted';

/** The words around what is quoted. They hold no name and no number: those come from the turns alone. */
export interface Wording {
  asked(question: string, first: boolean): string;
  said(words: string, first: boolean): string;
  wordless(first: boolean): string;
  ending(ending: Ending, first: boolean): string;
  /** An answer told without its question. */
  answered(first: boolean): string;
  used(calls: string, first: boolean): string;
  returned(result: string): string;
  failed(error: string): string;
  reasoned(reasoning: string): string;
  next: string;
  others(names: string): string;
}

const english: Wording = {
  asked: (question, first) => `${first ? 'The' : 'Then the'} user asked “${question}”`,
  said: (words, first) => `${first ? 'The' : 'Then the'} user said “${words}”`,
  wordless: first => `${first ? 'The' : 'Then the'} user sent no words`,
  ending: (ending, first) =>
    ({
      answered: first ? ', so I answered: ' : '; I answered: ',
      begun: '; I began to answer: ',
      failed: ', but the answer failed',
      cancelled: ', but the answer was cancelled',
      none: ', and no answer was recorded',
      empty: ', and the answer was empty',
      code: ', and the answer was code or data',
      noted: `${first ? 'The' : 'Then the'} user noted: `,
    })[ending],
  answered: first => (first ? 'I answered: ' : 'Then I answered: '),
  used: (calls, first) => `${first ? 'I' : 'Then I'} used ${calls}`,
  returned: result => `, which returned “${result}”`,
  failed: error => (error ? `, which failed: “${error}”` : ', which failed'),
  reasoned: reasoning => ` (“${reasoning}”)`,
  next: ', then ',
  others: names => `Other calls: ${names}.`,
};

const french: Wording = {
  asked: (question, first) => `${first ? 'L’utilisateur' : 'Puis l’utilisateur'} a demandé « ${question} »`,
  said: (words, first) => `${first ? 'L’utilisateur' : 'Puis l’utilisateur'} a dit « ${words} »`,
  wordless: first => `${first ? 'L’utilisateur' : 'Puis l’utilisateur'} n’a rien écrit`,
  ending: (ending, first) =>
    ({
      answered: first ? ', j’ai donc répondu : ' : ' ; j’ai répondu : ',
      begun: ' ; j’ai commencé à répondre : ',
      failed: ', mais la réponse a échoué',
      cancelled: ', mais la réponse a été annulée',
      none: ', sans réponse enregistrée',
      empty: ', et la réponse était vide',
      code: ', et la réponse était du code ou des données',
      noted: `${first ? 'L’utilisateur' : 'Puis l’utilisateur'} a noté : `,
    })[ending],
  answered: first => (first ? 'J’ai répondu : ' : 'Puis j’ai répondu : '),
  used: (calls, first) => `${first ? 'J’ai' : 'Puis j’ai'} utilisé ${calls}`,
  returned: result => `, qui a renvoyé « ${result} »`,
  failed: error => (error ? `, qui a échoué : « ${error} »` : ', qui a échoué'),
  reasoned: reasoning => ` (« ${reasoning} »)`,
  next: ', puis ',
  others: names => `Autres appels : ${names}.`,
};

const signs = {
  answered: ' → ',
  begun: ' → ',
  failed: ' → ✗',
  cancelled: ' → ✗',
  none: '',
  empty: '',
  code: '',
  noted: '',
};

/** Signs instead of words, for the languages that have none here. */
const neutral: Wording = {
  asked: question => `“${question}”`,
  said: words => `“${words}”`,
  wordless: () => '“ ”',
  ending: ending => signs[ending],
  answered: () => '→ ',
  used: calls => calls,
  returned: result => ` → “${result}”`,
  failed: error => (error ? ` → ✗ “${error}”` : ' → ✗'),
  reasoned: reasoning => ` (“${reasoning}”)`,
  next: '; ',
  others: names => `+ ${names}`,
};

export const wordingOf = (language: Language): Wording => ({ en: english, fr: french, other: neutral })[language];

const leads =
  /^(?:The user (?:asked|said) “.*?”(?:, so|;) I answered: |I answered: |The user noted: |L’utilisateur a noté : |L’utilisateur a (?:demandé|dit) « .*? »(?:, j’ai donc| ; j’ai) répondu : |J’ai répondu : |“.*?” → )(?=.)/s;

/** What was asked, and what was answered: alone, too, the answer is a sentence. */
export function withoutLead(sentence: string): string {
  return sentence.replace(leads, '');
}

/** A sentence that began with "Then" may stand first elsewhere. */
export function withoutThen(sentence: string): string {
  return sentence.replace(
    /^(?:Then|Puis) (the user|I|l’utilisateur|j’ai)(?= )/,
    (_, subject: string) => subject.charAt(0).toUpperCase() + subject.slice(1),
  );
}
