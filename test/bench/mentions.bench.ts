import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { FileIndex } from '../../src/memory/mentions/files/fileIndex.ts';
import { extractMentions } from '../../src/memory/mentions/reading/extract.ts';
import { report, sayCount, spread, timed } from './measure.ts';

const FILES = 100_000;
const MENTIONS = 1000;
const ROUNDS = 20;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** A large repository: packages of alike folders, many files of one name, some only once. */
function* filesOf(count: number): Generator<string> {
  const folders = ['src', 'src/components', 'src/util', 'test/unit', 'docs'];
  const names = ['index.ts', 'types.ts', 'README.md'];
  for (let at = 0; at < count; at++) {
    const folder = `packages/area-${at % 40}/package-${Math.floor(at / 50)}/${folders[at % folders.length]}`;
    const name = at % 10 < 3 ? names[at % 10]! : `feature-${at}-view.ts`;
    yield `${folder}/${at % 10 < 3 ? `part-${at % 7}/${name}` : name}`;
  }
}

/** As chats write them: whole paths, ends of paths, bare names, common names, absolute ones, and some of no file. */
function mentionsOf(files: readonly string[]): string[] {
  return Array.from({ length: MENTIONS }, (_, at) => {
    const file = files[(at * 7919) % files.length]!;
    const parts = file.split('/');
    const forms = [
      file,
      parts.slice(-2).join('/'),
      parts.at(-1)!,
      'index.ts',
      `/home/ada/parcel/${file}`,
      `src/gone-${at}.ts`,
    ];
    return forms[at % forms.length]!;
  });
}

function heap(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

const before = heap();
const index = new FileIndex({ caseInsensitive: true });
const filling = await timed(() => {
  for (const file of filesOf(FILES)) {
    index.add(file);
  }
});
const files = [...filesOf(FILES)];
const mentions = mentionsOf(files);
const near = files.filter((_, at) => at % 10_007 === 0);
const context = { roots: [{ uri: '/home/ada/parcel', name: 'parcel', prefix: '' }], near };

const times: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  times.push((await timed(() => mentions.map(path => index.match(path, context)))).ms);
}
const group = `Files, an index of ${sayCount(index.size)}`;
report(group, 'filling it', 'ms', { value: filling.ms });
report(group, `matching ${sayCount(MENTIONS)} mentions`, 'ms', spread(times));
report(group, 'the first time', 'ms', { value: times[0]! });

files.length = 0;
report(group, 'memory', 'KB', { value: (heap() - before) / 1024 });

const answer =
  'See `retry()` in `src/upload/retry.ts:12`, then [the queue](src/queue.ts#L3). It is about 4 retries and/or none.\n';
for (const [name, text] of [
  ['an answer of 4 KB', answer.repeat(36)],
  ['a tool result of 10 MB', answer.repeat(92_000)],
] as const) {
  const reading: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    reading.push((await timed(() => extractMentions(text))).ms);
  }
  report('Finding mentions in', name, 'ms', spread(reading));
}
