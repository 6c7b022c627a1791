import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { contentWords } from '../../../src/model/text/claims.ts';
import { findTerms } from '../../../src/model/words/findTerms.ts';
import { queryTerms } from '../../../src/model/words/words.ts';
import { unspacedTalk } from '../../support/unspacedTalk.ts';

const words = (text: string, prefix = false) => queryTerms(text, prefix).map(term => term.text);
const marks = (text: string, question: string) =>
  findTerms(text, queryTerms(question)).map(({ start, end }) => text.slice(start, end));

/** The share of the question's words that a text has, and of those it has whole. */
function sharesOf(text: string, question: string): { found: number; whole: number } {
  const terms = queryTerms(question);
  const matches = findTerms(text, terms);
  const share = (some: typeof matches) => new Set(some.map(({ term }) => term)).size / terms.length;
  return { found: share(matches), whole: share(matches.filter(({ whole }) => whole)) };
}

for (const [language, talk] of Object.entries(unspacedTalk)) {
  suite(`a question in ${language}`, () => {
    for (const { asked, told, answered } of talk) {
      test(`has at least half of its words in what was said, and fewer or parts of them in all else: ${asked}`, () => {
        const { found, whole } = sharesOf(`${told}\n${answered}`, asked);
        assert.ok(found >= 0.5, words(asked).join(' | '));
        const others = talk.filter(other => other.told !== told);
        for (const other of others.map(({ told, answered }) => sharesOf(`${told}\n${answered}`, asked))) {
          assert.ok(other.found + other.whole < found + whole, words(asked).join(' | '));
        }
      });
    }
  });
}

suite('words of scripts without blanks', () => {
  test('particles, endings and question words go; what is left are whole runs as they were typed', () => {
    assert.deepEqual(words('ステージングのデータベースのポートは何番ですか'), [
      'ステージング',
      'データベース',
      'ポート',
    ]);
    assert.deepEqual(words('我们的数据库用的是哪个端口？'), ['数据库', '端口']);
    assert.deepEqual(words('데이터베이스는 어떤 포트를 사용하나요?'), ['데이터베이스', '포트']);
    assert.deepEqual(words('ฐานข้อมูลใช้พอร์ตอะไรครับ'), ['ฐานข้อมูล', 'พอร์ต']);
  });

  test('a telling word may hold a little one', () => {
    assert.deepEqual(words('请求超时的后端'), ['请求超时', '后端']);
    assert.deepEqual(words('재시도는?'), ['재시도']);
    assert.deepEqual(words('ที่อยู่ของผู้ใช้'), ['ที่อยู่', 'ผู้ใช้']);
  });

  test('little words stay when there is nothing else', () => {
    assert.deepEqual(words('何ですか'), ['何ですか']);
    assert.deepEqual(words('是什么'), ['是什么']);
    assert.deepEqual(words('왜'), ['왜']);
  });

  test('a run is taken apart where its script changes', () => {
    assert.deepEqual(words('ポート5433ですか'), ['ポート', '5433']);
    assert.deepEqual(words('使用Postgres数据库吗'), ['Postgres', '数据库']);
    assert.deepEqual(words('Postgres 데이터베이스 retries'), ['Postgres', '데이터베이스', 'retries']);
    assert.deepEqual(marks('ポート5433です', '5433'), ['5433']);
    assert.deepEqual(marks('我们使用Postgres数据库', 'postgres'), ['Postgres']);
    assert.deepEqual(marks('関数retryWithBackoffを呼ぶ', 'backoff'), ['retryWithBackoff']);
  });

  test('a part of a word is found, a single character too', () => {
    assert.deepEqual(marks('秘密鍵をログに出さない', '鍵'), ['鍵']);
    assert.deepEqual(marks('数据库连接池', '连接'), ['连接']);
    assert.deepEqual(marks('데이터베이스는 느립니다', '베이스'), ['베이스']);
  });

  test('a long run is found by its parts, if most of it is there', () => {
    assert.deepEqual(marks('连接池的大小由数据库决定', '数据库连接池大小'), ['连接池', '大小', '数据库']);
    assert.deepEqual(marks('大小写不敏感', '数据库连接池大小'), []);
    assert.deepEqual(marks('ログインの画面', 'ログインページ'), ['ログイン']);
    assert.deepEqual(marks('インターフェース', 'インターネット'), []);
    assert.deepEqual(marks('로그인 페이지', '로그인페이지'), ['로그인', '페이지']);
    assert.deepEqual(marks('连接池的大小', '"连接池大小"'), []);
  });

  test('what repeats itself is found whole', () => {
    assert.deepEqual(marks('ええ、哈哈哈哈哈哈！', '哈哈哈哈哈哈'), ['哈哈哈哈哈哈']);
  });

  test('width and composition do not matter', () => {
    assert.deepEqual(marks('ﾃﾞｰﾀﾍﾞｰｽはＰｏｓｔｇｒｅｓ', 'データベース postgres'), ['ﾃﾞｰﾀﾍﾞｰｽ', 'Ｐｏｓｔｇｒｅｓ']);
    assert.deepEqual(marks('데이터'.normalize('NFD'), '데이터'), ['데이터'.normalize('NFD')]);
    assert.deepEqual(marks('データ'.normalize('NFD'), 'ﾃﾞｰﾀ'), ['データ'.normalize('NFD')]);
  });

  test('what differs by a mark differs', () => {
    assert.deepEqual(marks('ハンド', 'バンド'), []);
    assert.deepEqual(marks('पाना', 'पीना'), []);
    assert.deepEqual(marks('हिन्दी में', 'हिन्दी'), ['हिन्दी']);
  });

  test('characters outside the basic plane are whole', () => {
    assert.deepEqual(marks('𠮷野家で食べる', '𠮷野家'), ['𠮷野家']);
    assert.deepEqual(marks('𠮷𠮷𡈽', '𡈽'), ['𡈽']);
  });

  test('grammar makes no two sentences alike', () => {
    assert.deepEqual(contentWords('それはどうですか。'), []);
    const shared = new Set(contentWords('画像の圧縮が遅いです。'));
    assert.ok(!contentWords('ログインの文言は変わりました。').some(word => shared.has(word)));
    assert.ok(contentWords('圧縮を速くしました。').some(word => shared.has(word)));
  });
});
