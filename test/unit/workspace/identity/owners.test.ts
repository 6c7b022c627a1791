import assert from 'node:assert/strict';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { workspaceIdOfFolder } from '../../../../src/model/workspace/workspaceId.ts';
import { type Now, systemClock } from '../../../../src/util/clock.ts';
import { silentLogger } from '../../../../src/util/logger.ts';
import { addressOf } from '../../../../src/workspace/folders/address.ts';
import { folderOnDisk } from '../../../../src/workspace/folders/diskReader.ts';
import { identify } from '../../../../src/workspace/identity/identify.ts';
import { otherMemoryFor } from '../../../../src/workspace/identity/otherMemory.ts';
import { Owners } from '../../../../src/workspace/identity/owners.ts';
import { WorkspaceIds } from '../../../../src/workspace/identity/workspaceIds.ts';
import { makeConversation, makeTurn } from '../../../support/builders.ts';
import { eventually } from '../../../support/eventually.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { git, makeRepository } from '../../../support/repositories.ts';
import { appendTurns, ensureConversation } from '../../../support/storing.ts';
import { temporaryFolder, temporaryStore } from '../../../support/temporaryStore.ts';

/** Servers that come one after the other, on one memory. */
function servers(t: TestContext) {
  const folder = temporaryFolder(t);
  const store = temporaryStore(t, folder);
  const begin = (clock: Now = systemClock) => {
    const owners = new Owners({ store, log: silentLogger, clock });
    t.after(() => owners.dispose());
    return { owners, ids: new WorkspaceIds(owners) };
  };
  return {
    ...{ folder, store, begin },
    open: async (path: string) => await begin().ids.of(folderOnDisk(path, true)),
    remember: async (workspace_id: string) => {
      const draft = makeConversation({ workspace_id, created_at: new Date().toISOString() });
      const { uuid } = await ensureConversation(store, draft);
      await appendTurns(store, uuid, [makeTurn('Who counts the puffins?')]);
    },
    placesOf: (path: string) => store.workspaces.places({ folder_id: workspaceIdOfFolder(addressOf(path)) }),
  };
}

describe('whose memory a folder uses, outside of VS Code', () => {
  test('no memory is made only to note a place; it is noted once there is one, with the time it was seen', async t => {
    const { folder, store, begin, remember, placesOf } = servers(t);
    const here = join(folder, 'parcel');
    mkdirSync(here);
    const { own } = await begin(new FakeClock(5_000_000)).ids.of(folderOnDisk(here, true));
    assert.equal(await store.exists(), false);
    await remember(own);
    const place = await eventually(async () => {
      const [noted] = await placesOf(here);
      assert.ok(noted);
      return noted;
    });
    assert.equal(place.workspace_id, own);
    assert.equal(place.seen_ms, 5_000_000);
  });

  test('a folder keeps its memory when it gets its first commit, then its first remote', async t => {
    const { folder, store, open, remember, placesOf } = servers(t);
    await store.open();
    const here = join(folder, 'parcel');
    mkdirSync(here);
    const { own: plain } = await open(here);
    await remember(plain);
    makeRepository(here);
    const { own: commit, id: ofCommit } = await open(here);
    assert.match(commit, /^commit:/);
    assert.equal(ofCommit, plain);
    git(here, 'remote', 'add', 'origin', 'https://example.org/team/parcel.git');
    assert.deepEqual(await open(here), { own: 'git:example.org/team/parcel', id: plain });
    assert.deepEqual(
      (await placesOf(here)).map(({ workspace_id }) => workspace_id),
      ['git:example.org/team/parcel', commit, plain],
    );
  });

  test('another repository at the same path is not given the memory, but asked about', async t => {
    const { folder, store, begin, open, remember } = servers(t);
    await store.open();
    const here = join(folder, 'parcel');
    mkdirSync(here);
    const { own: plain } = await open(here);
    await remember(plain);
    rmSync(here, { recursive: true });
    git(folder, 'clone', '-q', makeRepository(join(folder, 'elsewhere')), here);
    git(here, 'remote', 'set-url', 'origin', 'https://example.org/others/thing.git');
    const own = 'git:example.org/others/thing';
    assert.deepEqual(await open(here), { own, id: own });
    const { owners } = begin();
    const other = await otherMemoryFor({ store, owners }, folderOnDisk(here, true));
    assert.deepEqual([other?.why, other?.memory.id], ['before', plain]);
    await other?.answer('apart');
    assert.equal(await otherMemoryFor({ store, owners }, folderOnDisk(here, true)), undefined, 'it was answered');
    assert.deepEqual(await open(here), { own, id: own });
  });

  test('a fork is asked about until it is answered; the first repository that was seen is nobody’s fork', async t => {
    const { folder, store, begin, remember } = servers(t);
    await store.open();
    const here = makeRepository(join(folder, 'parcel'));
    const ask = () => otherMemoryFor({ store, owners: begin().owners }, folderOnDisk(here, true));
    git(here, 'remote', 'add', 'origin', 'https://example.org/team/parcel.git');
    await remember('git:example.org/team/parcel');
    assert.equal(await ask(), undefined);
    git(here, 'remote', 'set-url', 'origin', 'https://example.org/me/parcel.git');
    assert.deepEqual([(await ask())?.why, (await ask())?.memory.name], ['fork', 'team/parcel']);
    await (await ask())?.answer('same');
    assert.equal(await ask(), undefined);
    assert.equal(await begin().owners.memoryOf('git:example.org/me/parcel'), 'git:example.org/team/parcel');
  });

  test('what cannot be read now is what it was; a memory that cannot be read keeps nobody from recording', async t => {
    const { folder, store, begin, open } = servers(t);
    await store.open();
    const here = makeRepository(join(folder, 'parcel'));
    const { own } = await open(here);
    assert.match(own, /^commit:/);
    const untrusted = folderOnDisk(here, false);
    assert.equal((await begin().ids.of(untrusted)).own, own);
    const { owners } = begin();
    await store.close();
    assert.equal(await owners.keep(untrusted, await identify(untrusted)), workspaceIdOfFolder(untrusted.address));
  });
});
