import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { settings } from '../../src/vscode/ids.ts';
import type { LayersNode } from '../../src/vscode/layers/layersNodes.ts';
import { LayersReader } from '../../src/vscode/layers/layersReader.ts';
import { makeTurn } from '../support/builders.ts';
import { ask, newChat, sayAndWait } from './chat.ts';
import { suite, test } from './suite.ts';
import { activateHost, forgetAll, rememberHere, withSettings, workspaceFolder } from './support.ts';

interface Told {
  language: string;
  facts: readonly { said: string; asked: string }[];
}

/** Five things told, and each asked for in other words that share a telling one. */
const told: readonly Told[] = [
  {
    language: 'English',
    facts: [
      { said: 'the staging database is on port 5433', asked: 'where does staging listen?' },
      { said: 'Deploys go out on Tuesdays, never on Fridays.', asked: 'which weekday is good for deploys' },
      { said: 'Anna owns the billing service', asked: 'who should I ask about billing?' },
      { said: 'We rejected Redis because its latency was too high.', asked: 'what was wrong with Redis' },
      { said: 'The nightly import runs at 03:00 UTC', asked: 'when is the import started?' },
    ],
  },
  {
    language: 'French',
    facts: [
      { said: 'La base de recette est sur le port 6544', asked: 'où écoute la recette ?' },
      { said: 'On livre le jeudi, jamais le lundi.', asked: 'quel jour est-ce qu’on livre' },
      { said: 'C’est Luc qui s’occupe de la facturation', asked: 'à qui parler de la facturation ?' },
      { said: 'Nous avons écarté Kafka parce que personne ne sait l’exploiter.', asked: 'pourquoi pas Kafka ?' },
      { said: 'La sauvegarde tourne à 4 h du matin', asked: 'à quelle heure est la sauvegarde ?' },
    ],
  },
  {
    language: 'Japanese',
    facts: [
      { said: '検証環境のデータベースはポート7655で動いています', asked: '検証環境のポートは何番ですか？' },
      { said: 'リリースは水曜日に行います。', asked: 'リリースは何曜日？' },
      { said: '請求サービスの担当は田中さんです', asked: '請求サービスは誰に聞けばいいですか' },
      { said: 'メッセージキューは運用が難しいので却下した', asked: 'メッセージキューはなぜ使わないの？' },
      { said: '夜間バッチは午前二時に始まります', asked: '夜間バッチは何時に始まる？' },
    ],
  },
];

const firstQuote = (answer: string) => /^> (.+)$/m.exec(answer)?.[1] ?? '';

suite('what a person tells the offline model', () => {
  for (const { language, facts } of told) {
    test(`is kept, and is the first answer to a question in other words: ${language}`, async () => {
      const host = await activateHost();
      await forgetAll(host);
      await newChat();
      for (const { said } of facts) {
        const { turn } = await ask(host, said);
        assert.match(turn.assistant?.content ?? '', /^Noted:\n\n> /, said);
      }
      await newChat();
      const answers: string[] = [];
      for (const { asked } of facts) {
        const { turn } = await ask(host, asked);
        answers.push(firstQuote(turn.assistant?.content ?? ''));
      }
      assert.deepEqual(
        answers,
        facts.map(({ said }) => said),
      );
      await assertNoLookups(host, facts);
      await forgetAll(host);
    });
  }

  test('is not kept while recording is paused, and that is said', async () => {
    const host = await activateHost();
    await newChat();
    await withSettings({ [settings.enabled]: false }, async () => {
      await sayAndWait('the paused okapi lives in cage 12');
    });
    const hits = await host.store.search.turns({ text: 'okapi', reach: 'all', limit: 5 });
    assert.deepEqual(hits, []);
  });

  test('names its conversation, even when something was looked up first', async () => {
    const host = await activateHost();
    await newChat();
    await ask(host, 'where do the ocelots sleep?');
    await ask(host, '/search ocelots');
    const { conversation } = await ask(host, 'The ocelots sleep in the west wing.');
    assert.equal(conversation.title, 'The ocelots sleep in the west wing.');
    assert.deepEqual([conversation.turn_count, conversation.lookup_count], [3, 2]);
    await forgetAll(host);
  });

  test('a lookup with an attached file is no talk about that file', async () => {
    const host = await activateHost();
    const uri = vscode.Uri.joinPath(workspaceFolder(), 'ibis.ts');
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode('export const ibis = 1;\n'));
    const id = await rememberHere(host, 'Ibis', [
      makeTurn('What is in ibis.ts?', 'The file ibis.ts holds a constant.'),
    ]);
    await newChat();
    await ask(host, '/file', { attachFiles: [uri] });
    await ask(host, 'what about this one?', { attachFiles: [uri] });
    await host.files.caughtUp();
    const here = await host.workspaces.current();
    const talks = await host.store.files.about(here.id, 'ibis.ts', { limit: 9 });
    assert.deepEqual(
      talks.map(({ conversation, turn_count }) => [conversation.uuid, turn_count]),
      [[id, 1]],
    );
    await vscode.workspace.fs.delete(uri);
    await forgetAll(host);
  });
});

/** The search finds what was told, once each; the tree has one conversation, and the questions folded into one row. */
async function assertNoLookups(host: Awaited<ReturnType<typeof activateHost>>, facts: Told['facts']): Promise<void> {
  const here = await host.workspaces.current();
  const reach = { workspace_id: here.id };
  for (const { asked } of facts) {
    const hits = await host.store.search.turns({ text: asked, reach, limit: 50, prefix: true });
    assert.deepEqual(
      hits.filter(({ snippet }) => snippet.includes(asked)),
      [],
      asked,
    );
  }
  const reader = new LayersReader({ store: host.store, reach: async () => reach });
  const [today] = await reader.roots('conversation');
  assert.ok(today);
  const rows = (await reader.children(today)).map(look);
  assert.deepEqual(rows, [`conversation ${facts[0]?.said}`, `lookups ${facts.length}`]);
}

function look(node: LayersNode): string {
  if (node.kind === 'conversation') {
    return `conversation ${node.conversation.title}`;
  }
  return node.kind === 'lookups' ? `lookups ${node.count}` : node.kind;
}
