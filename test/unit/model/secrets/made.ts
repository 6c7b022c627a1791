/** Made-up characters for made-up secrets: the same on every run, and never a token in one piece in this repository. */
let seed = 20_261_118;

function pick(alphabet: string, length: number): string {
  let made = '';
  for (let count = 0; count < length; count++) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    made += alphabet[(seed >>> 8) % alphabet.length];
  }
  return made;
}

const lower = 'abcdefghijklmnopqrstuvwxyz';
const upper = lower.toUpperCase();
const digit = '0123456789';

export const hex = (length: number) => pick(`${digit}abcdef`, length);
export const digits = (length: number) => pick(digit, length);
export const letters = (length: number) => pick(lower + upper, length);
export const small = (length: number) => pick(lower + digit, length);
export const big = (length: number) => pick(upper + digit, length);
export const base32 = (length: number) => pick(`${upper}234567`, length);
export const mixed = (length: number) => pick(lower + upper + digit, length);
export const url = (length: number) => pick(`${lower + upper + digit}_-`, length);
export const base64 = (length: number) => pick(`${lower + upper + digit}+/`, length);
export const uuid = () => [8, 4, 4, 4, 12].map(hex).join('-');
export const encoded = (text: string) => Buffer.from(text).toString('base64');

/** Lines as in a key file. */
export const keyLines = (count: number, indent = '') =>
  Array.from({ length: count }, () => indent + base64(64)).join('\n');
