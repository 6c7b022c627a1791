// Makes memory-v7.db.gz and memory-v7.json with the code of a checkout of the version that wrote this format (README.md).
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { dumpMemory } from './dump.ts';

const [checkout, folder] = process.argv.slice(2).map(path => resolve(path));
const source = path => pathToFileURL(join(checkout, 'src', path));
const { createSqliteStore } = await import(source('store/sqlite/sqliteStore.ts'));
const { Recorder } = await import(source('memory/recorder.ts'));
const { Layers } = await import(source('memory/summaries/layers.ts'));
const { Linker } = await import(source('memory/mentions/linker.ts'));
const { FileIndex } = await import(source('memory/mentions/fileIndex.ts'));
const { OfflineSummarizer } = await import(source('llm/offline/offlineSummarizer.ts'));
const { OFFLINE_MODEL } = await import(source('model/offlineModel.ts'));
const { silentLogger } = await import(source('util/logger.ts'));
const { formatLocalDate } = await import(source('util/dates.ts'));

const workspace_id = 'git:example.org/parcel';
const never = new AbortController().signal;
mkdirSync(folder, { recursive: true });
const file = join(folder, 'memory-v7.db');
rmSync(file, { force: true });
const store = createSqliteStore({ file, workerPath: source('store/sqlite/worker.ts'), logger: silentLogger });

let now = new Date('2026-03-04T14:30:00Z').getTime();
const settings = () => ({ enabled: true, redact: true, patterns: [] });
const recorder = new Recorder({ store, settings, logger: silentLogger, now: () => new Date(now) });
let requests = 0;

/** One turn through the real recorder; without an outcome it stays pending. */
async function say(external_id, content, outcome, given = {}) {
  now += 60_000;
  const turn = await recorder.begin({
    external_id,
    workspace_id,
    workspace_name: 'parcel',
    request_id: `request-${++requests}`,
    content,
    references: [],
    ...given,
  });
  now += 5000;
  if (outcome) {
    await turn.end({ status: 'complete', model: 'gemini/gemini-2.5-flash', tools: [], ...outcome });
  }
  return turn.ref;
}

const tool = given => ({
  tool_name: 'readFile',
  arguments: { path: 'src/upload.ts' },
  reasoning: 'The upload is where it stalls.',
  timestamp: formatLocalDate(new Date(now)),
  duration_ms: 12,
  success: true,
  result: 'export async function upload(parts: Part[]) {\n  return Promise.all(parts.map(send));\n}',
  ...given,
});

const first = await say(
  'uploads',
  'Why does the upload in src/upload.ts stall after the third part?',
  {
    content:
      'The socket is reused after the server closed it: `send` in `src/upload.ts` keeps its agent. Use a new one.',
    reasoning: 'Three parts, one socket: likely keep-alive.',
    tools: [
      tool(),
      tool({ tool_name: 'runTests', arguments: null, success: false, result: undefined, error: 'Timeout.' }),
    ],
  },
  { references: [{ path: 'src/upload.ts', start_line: 1, end_line: 3 }, { path: 'README.md' }] },
);
await say('uploads', 'And how often may it be tried again?', {
  content:
    'Six times, with `baseMs * 2 ** failures` between the attempts and full jitter, as `src/retry.ts:12` has it.',
  tools: [tool({ arguments: { path: 'src/retry.ts', deep: [{ nested: true }, null, 4.5] }, iteration: 2 })],
});
await say('uploads', 'Decide on the longest wait.', {
  content: 'We settled on thirty seconds, because the proxy in front of the server drops idle sockets after forty.',
});
await say('uploads', 'Which index.ts is that?', { content: 'One of the two: see index.ts.' });
const failed = await say('uploads', 'Write the test.', {
  content: 'describe(',
  status: 'failed',
  error: 'The quota is spent.',
});
await say('uploads', 'Stop.', { content: '', status: 'cancelled' });

const told = await say('notes', 'The staging database is on port 5433.', {
  content: 'There is nothing in memory about that.',
  model: OFFLINE_MODEL,
});
await say('notes', '/search jitter', {
  content: '> full jitter\n\nFrom “Why does the upload stall?”',
  model: OFFLINE_MODEL,
});
await say('notes', 'ステージングのデータベースはポート5433です。認証は東京リージョンで行います。', {
  content: '承知しました。認証サーバーは東京リージョンにあります。',
});
await say('notes', '数据库连接池的大小是二十。 데이터베이스 연결 풀은 스무 개입니다. ฐานข้อมูลอยู่ที่พอร์ต 5433', {
  content: '好的，连接池大小为二十。👩‍👩‍👧‍👦 𝒳',
});
await say('notes', 'Où est la base de préproduction ?', { content: 'Sur le port 5433, comme vous l’avez dit.' });
await say(
  'old',
  'Is the first sketch still needed?',
  { content: 'No, it was thrown away.' },
  { title: 'First sketch' },
);
await say('pending', 'What is the answer that never came?');
await say(
  'elsewhere',
  'No folder is open here.',
  { content: 'So it seems.' },
  { workspace_id: 'none', workspace_name: '' },
);

const find = async external_id => (await store.conversations.find('memory', external_id)).uuid;
await store.conversations.setStatus(await find('old'), 'archived');
const parent = await find('uploads');
const child = await store.conversations.ensure({
  title: 'Sub-task: the agent of the socket',
  source: 'memory',
  external_id: 'sub-task',
  workspace_id,
  workspace_name: 'parcel',
  parent_id: parent,
  root_id: parent,
  tags: ['sockets', 'été'],
  created_at: formatLocalDate(new Date(now)),
});
const imported = Array.from({ length: 12 }, (_, i) => ({
  start: {
    request_id: `imported-${i}`,
    content: `Step ${i}: look at the agent of src/upload.ts again.`,
    references: [],
    timestamp: formatLocalDate(new Date(now + i * 60_000)),
  },
  end: {
    content: `In step ${i} the agent keeps ${i + 2} sockets; \`maxSockets\` is the limit that matters.`,
    status: 'complete',
    model: 'copilot/gpt-5',
    timestamp: formatLocalDate(new Date(now + i * 60_000 + 5000)),
    tools: i % 4 === 0 ? [tool({ result: 'x'.repeat(300), result_size_bytes: 100_000 })] : [],
  },
}));
await store.turns.append(child.uuid, imported);

const index = new FileIndex({ caseInsensitive: false });
for (const path of ['src/upload.ts', 'src/retry.ts', 'README.md', 'src/a/index.ts', 'src/b/index.ts']) {
  index.add(path);
}
const symbols = async () => [
  { name: 'upload', kind: 'function', startLine: 1, endLine: 3, start_line: 1, end_line: 3, content_hash: 'abc' },
];
const linker = new Linker(store, { match: async (path, near, known) => index.match(path, { near, known }), symbols });
for (const ref of await store.mentions.unlinkedTurns(workspace_id, 1000)) {
  await linker.linkTurn(ref);
}
await store.files.noteContents(workspace_id, [{ path: 'src/upload.ts', content_hash: 'h1' }]);
await store.files.rename(workspace_id, 'src/retry.ts', 'src/backoff.ts');
await store.files.markDeleted(workspace_id, 'README.md', formatLocalDate(new Date(now)));

const offline = new OfflineSummarizer();
const layers = new Layers({
  store,
  now: () => new Date(now),
  settings: () => ({ everyChars: 300, everyTurns: 0, everyTokens: 0, maxLevel: 3 }),
  maker: {
    async summarize(material, signal) {
      const condensed = await offline.summarize(material, signal);
      return {
        condensed,
        made_by: offline.id,
        prompt_version: offline.promptVersion,
        provisional: material.level === 2,
      };
    },
  },
});
for (const uuid of [parent, child.uuid, await find('notes')]) {
  await layers.make(uuid, never);
}
const [summary, other] = await store.summaries.list(parent);
const scope = { name: 'upload', kind: 'function', start_line: 1, end_line: 3, content_hash: 'abc' };
const upload = await store.files.find(workspace_id, 'src/upload.ts');
const kept = await store.files.ensureScope({ file_id: upload.uuid, ...scope });
await store.files.mentionScope(summary.uuid, kept.uuid);
await store.files.markScopes([{ uuid: kept.uuid, changed_at: formatLocalDate(new Date(now)) }]);
const topics = [await store.topics.ensure('Sockets'), await store.topics.ensure('再試行')];
await store.topics.setForSummary(
  summary.uuid,
  topics.map(({ uuid }) => uuid),
);
await store.topics.relate(topics[0].uuid, topics[1].uuid, 0.6);

await store.recall.setRule({ summary_id: summary.uuid }, 'pin');
await store.recall.setRule(first, 'pin');
await store.recall.setRule(failed, 'leave-out');
const receiptItem = {
  item: { summary_id: (other ?? summary).uuid },
  block: 'past',
  level: 1,
  label: 'The user asked why uploads stall.',
  conversation_id: parent,
  conversation_title: 'Why does the upload stall?',
  start_turn: 0,
  end_turn: 1,
  timestamp: formatLocalDate(new Date(now)),
  files: ['src/upload.ts'],
  pinned: false,
  parts: { similarity: 0.8, words: 0.8, level: 1, recency: 0.9, boosts: { file: 1.2 }, score: 0.864 },
  tokens: 120,
};
await store.recall.putReceipt(told, {
  question: 'Where is the staging database?',
  created_at: formatLocalDate(new Date(now)),
  model: OFFLINE_MODEL,
  min_score: 0.3,
  budget_tokens: 8000,
  used_tokens: 120,
  given: [receiptItem],
  left_out: [{ ...receiptItem, item: first, level: 0, reason: 'threshold' }],
});
await store.chunks.replace(parent, [
  {
    chunk_id: 'chunk-1',
    conversation_id: parent,
    parent_task_id: null,
    root_task_id: null,
    chunk_type: 'message_exchange',
    sequence_order: 0,
    timestamp: formatLocalDate(new Date(now)),
    indexed: true,
    content: 'User: why? Assistant: sockets.',
    content_summary: 'Sockets',
    participants: ['user', 'assistant'],
    tool_details: null,
    custom_tags: [],
  },
]);
await store.usage.add('2026-03-04', 1234);
for (const key of ['waiting', 'running', 'dead']) {
  await store.jobs.enqueue({ kind: `kept-${key}`, key, payload: { conversation_id: parent }, run_after: now });
}
await store.jobs.claim({ kinds: ['kept-running'], owner: 'a window', now, lease_ms: 60_000 });
const dead = await store.jobs.claim({ kinds: ['kept-dead'], owner: 'a window', now, lease_ms: 60_000 });
await store.jobs.fail(dead.uuid, 'a window', 'No luck.', undefined);

writeFileSync(
  join(folder, 'memory-v7.json'),
  `${JSON.stringify(await dumpMemory(store, { jobs: store.jobs, spending: store.usage }), null, 1)}\n`,
);
await store.close();
writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }));
rmSync(file);
