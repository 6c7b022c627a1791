// What was said about a file, read both ways in a memory of 100 000 turns; and the lenses above a long file.

import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { lensesFor } from '../../src/memory/mentions/lenses.ts';
import type { TurnLinks } from '../../src/model/file/mention.ts';
import { openDatabase } from '../../src/store/sqlite/file/open.ts';
import { createTables } from '../../src/store/sqlite/tables.ts';
import { PlainIndex } from '../../src/store/sqlite/words/plainIndex.ts';
import { anything } from '../../src/store/storeChange.ts';
import { onlyTurn } from '../../src/store/turnStore.ts';
import { makeConversation, makeTurn } from '../support/builders.ts';
import { folder, report, sayCount, spread, timed } from './measure.ts';

const TURNS = 100_000;
const PER_CONVERSATION = 50;
const FILES = 3000;
const ROUNDS = 20;
const WORKSPACE = 'git:example.org/parcel';

async function measured(work: (round: number) => unknown): Promise<Record<string, number>> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    times.push((await timed(() => work(round))).ms);
  }
  return spread(times);
}

const scratch = mkdtempSync(join(folder, 'files-'));
const { db } = openDatabase(join(scratch, 'memory.db'));
const { conversations, turns, files, mentions } = createTables(db, new PlainIndex(db));

/** One conversation is recorded; the others are written as its copies, which takes seconds and not minutes. */
const first = conversations.ensure(makeConversation({ workspace_id: WORKSPACE }));
turns.record(
  { uuid: first.uuid },
  Array.from({ length: PER_CONVERSATION }, (_, at) =>
    makeTurn(`Question ${at} about the upload`, 'Answer '.repeat(60)),
  ),
);
const copies = `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${TURNS / PER_CONVERSATION - 1})`;
function multiply(table: string, keys: readonly string[], given: Record<string, string> = {}): void {
  const columns = db
    .all('SELECT name FROM pragma_table_info(?)', table)
    .map(({ name }) => String(name))
    .filter(name => name !== 'id');
  const values = columns.map(name => given[name] ?? (keys.includes(name) ? `${name} || '-' || n` : name));
  db.run(`${copies} INSERT INTO ${table} (${columns}) SELECT ${values} FROM ${table}, n`);
}
db.write(anything, () => {
  multiply('conversation', ['uuid', 'external_id']);
  multiply('message', ['uuid', 'conversation_id', 'external_id'], { timestamp_ms: 'timestamp_ms + n * 3600000' });
  const paths = Array.from({ length: FILES }, (_, at) => `src/area-${at % 40}/feature-${at}.ts`);
  files.change(
    WORKSPACE,
    paths.map(path => ({ kind: 'there', path })),
  );
  // Few files are talked about often, most hardly ever.
  db.run(
    `INSERT OR IGNORE INTO message_mentions_file (message_id, file_id, kind, path, at_ms)
     SELECT m.uuid, f.uuid, 'code', f.path, m.timestamp_ms FROM message m
     JOIN file f ON f.id = 1 + (m.id * m.id * 7919) % (1 + m.id % ${FILES})`,
  );
});

const group = `Files, a memory of ${sayCount(TURNS)} turns`;
const links = Number(db.get('SELECT count(*) AS n FROM message_mentions_file')?.n);
const [busy] = files.busiest({ workspace_id: WORKSPACE }, 0, 1);
const latest = Number(db.get('SELECT max(timestamp_ms) AS at FROM message')?.at);
const month = latest - 30 * 24 * 3_600_000;
report(
  group,
  `busiest of the last 30 days (${sayCount(links)} links)`,
  'ms',
  await measured(() => files.busiest({ workspace_id: WORKSPACE }, month, 100)),
);
report(
  group,
  `conversations about the busiest file (${sayCount(busy?.turns ?? 0)} turns)`,
  'ms',
  await measured(() => files.about(WORKSPACE, busy!.file.path, { limit: 50 })),
);
report(
  group,
  'conversations about a file',
  'ms',
  await measured(round => files.about(WORKSPACE, `src/area-${round % 40}/feature-${1000 + round}.ts`, { limit: 50 })),
);
report(
  group,
  'conversations about a symbol of it',
  'ms',
  await measured(round =>
    files.about(WORKSPACE, `src/area-${round % 40}/feature-${1000 + round}.ts`, { limit: 50, symbol: 'upload' }),
  ),
);
report(group, 'what waits to be linked', 'ms', await measured(() => mentions.waiting(WORKSPACE, 50)));
const linking = await measured(round => {
  const ref = { conversation_id: first.uuid, turn_index: round };
  const turn = turns.read([onlyTurn(ref)])[0]![0]!;
  const links: TurnLinks = {
    message_ids: [turn.user.uuid, turn.assistant!.uuid],
    files: [{ message_id: turn.user.uuid, path: 'src/new.ts', kind: 'code', line: 3, symbol: null }],
    open: [],
  };
  mentions.linkTurns([{ ref, links }]);
});
report(group, 'linking a turn', 'ms', linking);
db.close();
rmSync(scratch, { recursive: true, force: true });

const symbols = Array.from({ length: 2500 }, (_, at) => ({
  name: at % 5 === 0 ? `Class${at}` : `Class${at - (at % 5)}.method${at}`,
  kind: at % 5 === 0 ? 'class' : 'method',
  start_line: at * 2 + 1,
  local: false,
}));
const discussed = symbols.filter((_, at) => at % 10 === 0).map(({ name }) => ({ name, conversations: 3 }));
report('CodeLens', 'a file of 5 000 lines, 2 500 symbols', 'ms', await measured(() => lensesFor(symbols, discussed)), {
  of: 'p95',
  atMost: 20,
});
