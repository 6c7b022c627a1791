import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as vscode from 'vscode';
import { APPLICATION_ID } from '../../src/store/sqlite/schema/migration.ts';
import type { Host } from '../../src/vscode/host.ts';
import { commands, settings } from '../../src/vscode/ids.ts';
import { MOST_CHARS } from '../../src/vscode/notify.ts';
import { type Disk, fillUp, makeDisk } from '../support/disk.ts';
import { ask, newChat, recorded, sayAndWait } from './chat.ts';
import { type Shown, withPerson } from './person.ts';
import { skip, suite, test } from './suite.ts';
import { activateHost, setSetting, withFolder, withSettings } from './support.ts';

const warnings = (shown: Shown[]) => shown.filter(({ dialog }) => dialog === 'showWarningMessage');

const at = (file: string, body: () => Promise<void>) => withSettings({ [settings.sqlitePath]: file }, body);

/** A disk of its own, unmounted only after the store has left it. */
async function onDisk(body: (disk: Disk, host: Host) => Promise<void>): Promise<void> {
  const host = await activateHost();
  const disk = makeDisk('2m');
  if (typeof disk === 'string') {
    skip(disk);
  }
  try {
    await body(disk, host);
  } finally {
    disk.unmount();
  }
}

interface Trouble {
  what: string;
  begin(disk: Disk): void;
  end(disk: Disk): void;
  sentence: RegExp;
}

const troubles: Trouble[] = [
  {
    what: 'a read-only disk',
    begin: ({ remount }) => remount('ro'),
    end: ({ remount }) => remount('rw'),
    sentence: /^The memory file cannot be written: .*memory\.db is read-only\./,
  },
  {
    what: 'a full disk',
    begin: ({ folder }) => fillUp(folder, join(folder, 'filler'), 8 * 1024),
    end: ({ folder }) => rmSync(join(folder, 'filler')),
    sentence: /^The disk is full, so memory cannot be written: /,
  },
];

suite('trouble with the memory file', () => {
  test('a damaged file is set aside, not deleted; the person is told once, and memory goes on', async () => {
    const host = await activateHost();
    await withFolder(async folder => {
      const file = join(folder, 'memory.db');
      const db = new DatabaseSync(file);
      db.exec(`PRAGMA application_id = ${APPLICATION_ID}; CREATE TABLE conversation (x)`);
      db.close();
      const damaged = readFileSync(file).fill(0xa5, 100);
      writeFileSync(file, damaged);
      await withPerson({}, async shown => {
        await at(file, async () => {
          await newChat();
          const first = await ask(host, 'is the gecko recorded in a new memory?');
          const second = await ask(host, 'is the iguana too?');
          assert.equal(first.turn.turn_index, 0);
          assert.equal(second.turn.turn_index, 1);
          const [aside, ...others] = readdirSync(folder).filter(name => name.includes('.damaged-'));
          assert.deepEqual(others, []);
          assert.ok(readFileSync(join(folder, aside!)).equals(damaged));
          const [told, ...more] = warnings(shown);
          assert.deepEqual(more, []);
          assert.match(told?.text ?? '', /^The memory file was damaged\. It was set aside, not deleted/);
          assert.ok(told?.args.includes('Show File'), 'which shows where');
        });
      });
    });
  });

  for (const { what, begin, end, sentence } of troubles) {
    test(`${what} is told once, and what was said is written when it is over`, async () => {
      await onDisk(async (disk, host) => {
        let tryAgain = (_: string) => {};
        const choice = new Promise<string>(resolve => {
          tryAgain = resolve;
        });
        begin(disk);
        await withPerson({ showWarningMessage: () => choice }, async shown => {
          await at(join(disk.folder, 'memory.db'), async () => {
            await newChat();
            assert.match((await sayAndWait(`does the mole dig on ${what}?`)) ?? '', sentence, 'chat says it too');
            await sayAndWait(`does the vole dig on ${what}?`);
            assert.equal(warnings(shown).length, 1, JSON.stringify(shown));
            assert.match(warnings(shown)[0]?.text ?? '', sentence);
            assert.ok((warnings(shown)[0]?.text.length ?? 0) <= MOST_CHARS);
            assert.ok(warnings(shown)[0]?.args.includes('More'), 'what is kept, and until when');
            end(disk);
            tryAgain('Try Again');
            const [mole, vole] = [
              await recorded(host, `does the mole dig on ${what}?`),
              await recorded(host, `does the vole dig on ${what}?`),
            ];
            assert.equal(mole.conversation.uuid, vole.conversation.uuid);
            assert.deepEqual([mole.turn.turn_index, vole.turn.turn_index], [0, 1]);
            assert.equal(mole.turn.assistant?.status, 'failed', 'the answer failed, and that is recorded');
            const later = await ask(host, `does the shrew dig after ${what}?`);
            assert.equal(later.turn.assistant?.status, 'complete');
          });
        });
      });
    });
  }

  test('a memory of a newer Strata is left alone; what was said follows to the place chosen then', async () => {
    const host = await activateHost();
    await withFolder(async folder => {
      const newer = join(folder, 'newer.db');
      const db = new DatabaseSync(newer);
      db.exec(`CREATE TABLE future (x); PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = 9999`);
      db.close();
      const before = readFileSync(newer);
      await withPerson({}, async shown => {
        await at(newer, async () => {
          await newChat();
          assert.match((await sayAndWait('can the quail wait?')) ?? '', /^This memory was written by a newer Strata/);
          await sayAndWait('can the snipe wait?');
          const [told, ...more] = warnings(shown);
          assert.deepEqual(more, []);
          assert.match(told?.text ?? '', /newer Strata \(format 9999, .* Update Strata, or choose another place\./);
        });
        const [quail, snipe] = [
          await recorded(host, 'can the quail wait?'),
          await recorded(host, 'can the snipe wait?'),
        ];
        assert.equal(quail.conversation.uuid, snipe.conversation.uuid);
        assert.deepEqual([quail.turn.turn_index, snipe.turn.turn_index], [0, 1]);
      });
      assert.deepEqual(readFileSync(newer), before);
    });
  });

  test('another program’s file is left alone, and no place for the memory', async () => {
    await activateHost();
    await withFolder(async folder => {
      const file = join(folder, 'memory.db');
      writeFileSync(file, 'My notes, and nothing of Strata’s.');
      await withPerson({ showOpenDialog: () => [vscode.Uri.file(folder)] }, async shown => {
        await vscode.commands.executeCommand(commands.moveStore);
        assert.match(
          shown.at(-1)?.text ?? '',
          /is not Strata's, or is too damaged to tell\. Nothing in it was changed\./,
        );
      });
      await withPerson({}, async shown => {
        await at(file, async () => {
          await newChat();
          assert.match((await sayAndWait('may the stoat come in?')) ?? '', /not Strata's/);
          assert.match(warnings(shown)[0]?.text ?? '', /is not Strata's, .* Nothing in it was changed\./);
          assert.ok(warnings(shown)[0]?.args.includes('Choose Another Place'));
        });
      });
      assert.equal(readFileSync(file, 'utf8'), 'My notes, and nothing of Strata’s.');
      assert.deepEqual(readdirSync(folder), ['memory.db']);
    });
  });

  test('deleting names the copies that may still hold it, and deletes them too if asked', async () => {
    const host = await activateHost();
    await withFolder(async folder => {
      const file = join(folder, 'memory.db');
      await at(file, async () => {
        await newChat();
        const { conversation } = await ask(host, 'is the dunlin in a backup?');
        writeFileSync(`${file}.backup-2026-v7`, 'a backup');
        await withPerson({ showWarningMessage: () => 'Delete With Copies' }, async shown => {
          await vscode.commands.executeCommand(commands.forget, conversation.uuid);
          assert.match(JSON.stringify(shown), /An older copy of the memory file/);
        });
        assert.ok(!readdirSync(folder).some(name => name.includes('.backup-')));
        assert.equal(await host.store.conversations.get(conversation.uuid), undefined);
      });
    });
  });

  test('the memory file moves with all it holds, and stays where the new place cannot take it', async () => {
    const host = await activateHost();
    await withFolder(async folder => {
      await newChat();
      await sayAndWait('does the heron move?');
      const choose = (place: string) => ({ showOpenDialog: () => [vscode.Uri.file(place)] });
      const path = () => vscode.workspace.getConfiguration().get(settings.sqlitePath);
      const before = path();
      try {
        await withPerson(choose(join(folder, 'not', 'there')), async shown => {
          await vscode.commands.executeCommand(commands.moveStore);
          assert.match(shown.at(-1)?.text ?? '', /^Memory could not be copied, and stays where it is\./);
          assert.equal(path(), before);
        });
        await withPerson(choose(folder), async shown => {
          await vscode.commands.executeCommand(commands.moveStore);
          assert.match(shown.at(-1)?.text ?? '', /^Memory now lives in /);
          assert.equal(path(), join(folder, 'memory.db'));
          await recorded(host, 'does the heron move?');
        });
      } finally {
        await setSetting(settings.sqlitePath, undefined);
      }
    });
  });
});
