import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guessLanguage } from '../../../../src/memory/summaries/language.ts';

const texts = {
  English: 'The user asked why the upload stalls, and I found that it was the socket which is closed by the server.',
  French:
    "L'utilisateur a demandé pourquoi les envois sont lents, et nous avons trouvé la cause dans le pool du serveur.",
  German: 'Der Nutzer wollte wissen, warum das Hochladen nicht endet, und die Ursache ist ein Fehler mit dem Socket.',
  Spanish:
    'El usuario preguntó por los errores del servidor y se encontró que las conexiones son lentas para el cliente.',
  Cyrillic: 'Пользователь спросил, почему загрузка останавливается.',
  Han: '用户询问为什么上传会停止，答案是套接字被服务器关闭了。',
  Hiragana: 'ユーザーはアップロードが止まる理由を尋ねました。',
};

for (const [language, text] of Object.entries(texts)) {
  test(`tells ${language}`, () => assert.equal(guessLanguage(text), language));
}

test('says nothing about code, names and very little text', () => {
  assert.equal(guessLanguage('retryWithBackoff(30) → 200 OK'), undefined);
  assert.equal(guessLanguage('```\n// the user is the one that was in for it and has been\n```'), undefined);
  assert.equal(guessLanguage(''), undefined);
});

test('says nothing about a text in two languages', () => {
  assert.equal(guessLanguage(`${texts.English} ${texts.French}`), undefined);
});
