/** Little words by language, folded. Left out are those that are telling words elsewhere, as `die`, `war`, `sin` and `com`. */
const languages = [
  // English
  'a an and are as at be been but by can could did do does for from had has have he how i if in into is it its ' +
    'me my no not of on or our she should so such than that the their them then there these they this those to us ' +
    'was we were what when where which who why will with would you your about say said tell told talk talked ' +
    'remember anything something please',
  // French
  'au aux avec ce ces cette comme dans de des du elle en est et eu il ils je la le les leur lui mais ne nos notre ' +
    'nous on ont ou par pas pour qu que quel quelle qui sa se ses son sont sur ta te tes toi ton tu un une vos votre vous',
  // German
  'aber als auch auf aus bei das dass dem den der ein eine einem einen einer eines fur haben hatte ich ihr ist kann ' +
    'mit nach nicht noch oder schon sie sind uber und uns unter unser unsere von wann waren warum was welche welchem ' +
    'welchen welcher welches wer werden wie wir wird wo wurde wurden zu zum zur',
  // Spanish
  'al con cual cuales cuando donde el ella ellos esa ese eso esta estan estas este esto estos fue ha han hay las lo los ' +
    'muy nuestra nuestro para pero por porque quien ser su sus tambien una unas uno unos y',
  // Italian
  'anche che chi dei degli della delle dello di dove e gli il lei loro ma nel nella nello non nostra nostro perche piu ' +
    'quale quali quando quella quello questa questo si sono uno',
  // Portuguese
  'da das essa esse foi isso na nao nossa nosso onde os ou pela pelo quais qual quem sao seu sua um uma',
];

const stopWords = new Set(languages.flatMap(words => words.split(' ')));

export const isStopWord = (folded: string): boolean => stopWords.has(folded);
