/** Words that stand behind the names of secrets without being one. */

const words = (text: string) => new Set(text.split(/\s+/).filter(word => word !== ''));

/** Types, states and names of variables. */
const stopWords = words(`
  string strings str text char varchar nvarchar bytes buffer object boolean integer number unknown symbol function
  undefined null none nil true false default empty required optional missing invalid valid wrong incorrect correct
  expired forgotten hidden masked redacted encrypted decrypted hashed hashing plain plaintext cleartext secure secured
  unset disabled enabled inherit prompt prompted vault keychain keyring keyfile stdin environ environment variable
  example sample placeholder changeme value values input output result results data args argv params param parameter
  request response body form field fields generate generated generator getpass random hash stored given current other
  first second third next previous existing expected actual candidate matched decoded encoded username email account
  password passwords passphrase secret secrets token tokens credential credentials anything something nothing whatever
  bcrypt argon scrypt pbkdf argument arguments option options config settings setting context callback handler helper
  reader writer provider manager service client server session cookie cookies storage database resource module
  optionally generically interactive interactively explicitly directly manually automatically
  obligatoire obligatorio obligatoria falsch richtig mindestens leer
  and are for from has have instead into its not off once only over same set such than that the their them then there
  this twice until using via was when where which while will with without your flag flags switch is or to in on as at
  be by can if it no of so up we
`);

/** What labels and messages are made of, and passphrases are not. */
const labelWords = words(`
  is are was were be been must should shall cannot can't can could may might has have had does do not no your please
  for of to with from or if at when which that this than then enter type choose confirm reset change forgot forgotten
  show hide invalid incorrect wrong missing required optional mismatch minimum maximum characters letters digits least
  password passwords passphrase passphrases secret secrets token tokens key keys credential credentials expired
  unique here failed error empty field login sign est sont pour votre votre ist nicht bitte ihr dein falsch
`);

export const isStopWord = (word: string) => stopWords.has(word.toLowerCase());

/** A sentence of a form or a message, not a passphrase. */
export function isLabel(text: string): boolean {
  const words = text.toLowerCase().split(/[\s,.:;!?()"“”]+/);
  return /[.?…]$|\{|<|%s|\.\.\./.test(text) || words.some(word => labelWords.has(word));
}

/** One word as people choose it, perhaps with a sign in it; in two humps it is a name in code. */
export function isPlainWord(value: string): boolean {
  return /^[A-Z]?[a-z]{3,30}(?:[-!@#%*+~^][A-Za-z]{2,30}){0,5}[!@#%*+?]?$/.test(value);
}

const numbered = /^[A-Za-z_$]+\d{1,2}$/;
const humps = /^[a-z]+\d*(?:[A-Z][a-z]+\d*)+$|^[a-z]+(?:_[a-z]+)*_[a-z]*\d*$/;
const technical = /base(?:32|64)|sha\d+|md5|utf_?(?:8|16)|oauth2|x509|ed25519|(?:u?int|float|rsa|aes)\d+|http2|v\d+/gi;
const tellsName = /pass(?:wor[dt]|wd|phrase|code)|pwd|secret|token|cookie|credential|authorization|key/i;
const numberedName =
  /^(?:pass(?:wor[dt]|wd|phrase|code)?|pwd|secret|token|cookie|credential|(?:api|access|auth)_?key)\d{1,2}$/i;

/** A word that reads like a name in code. */
export function isCodeWord(word: string): boolean {
  const isVariable = humps.test(word) && (numbered.test(word) || tellsName.test(word));
  return isVariable || numberedName.test(word) || !/\d/.test(withoutTechnical(word));
}

export const withoutTechnical = (word: string) => word.replace(technical, '');
