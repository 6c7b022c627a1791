import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import * as z from 'zod';
import * as ids from '../../src/vscode/ids.ts';

const root = resolve(import.meta.dirname, '../..');
const menuItem = z.object({ command: z.string(), when: z.string().optional() });
const manifest = z
  .object({
    contributes: z.object({
      commands: z.array(z.object({ command: z.string(), title: z.string(), category: z.string(), icon: z.string() })),
      keybindings: z.array(menuItem.extend({ when: z.string() })),
      menus: z.record(z.string(), z.array(menuItem)),
      views: z.record(z.string(), z.array(z.object({ id: z.string(), icon: z.string() }))),
      viewsContainers: z.object({ activitybar: z.array(z.object({ id: z.string() })) }),
      viewsWelcome: z.array(z.object({ view: z.string(), when: z.string(), contents: z.string() })),
      chatParticipants: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          isSticky: z.boolean(),
          commands: z.array(z.object({ name: z.string(), description: z.string() })),
        }),
      ),
      languageModelChatProviders: z.array(z.object({ vendor: z.string(), managementCommand: z.string() })),
      walkthroughs: z.array(z.object({ id: z.string(), steps: z.array(z.record(z.string(), z.unknown())) })),
      configuration: z.array(
        z.object({
          properties: z.record(
            z.string(),
            z.object({ markdownDescription: z.string(), default: z.unknown(), order: z.number(), scope: z.string() }),
          ),
        }),
      ),
    }),
  })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))).contributes;

const sorted = (values: Iterable<string>) => [...values].sort();
const commandIds: string[] = Object.values(ids.commands);

test('the commands of package.json and of ids.ts are the same', () => {
  assert.deepEqual(sorted(manifest.commands.map(({ command }) => command)), sorted(commandIds));
});

test('the settings of package.json and of ids.ts are the same', () => {
  const declared = manifest.configuration.flatMap(({ properties }) => Object.keys(properties));
  assert.deepEqual(sorted(declared), sorted(Object.values(ids.settings)));
});

test('views, container, participant, vendor and walkthrough are the same', () => {
  assert.deepEqual(sorted(Object.keys(manifest.views)), [ids.viewContainer]);
  assert.deepEqual(
    manifest.viewsContainers.activitybar.map(({ id }) => id),
    [ids.viewContainer],
  );
  const views = Object.values(manifest.views).flat();
  assert.deepEqual(sorted(views.map(({ id }) => id)), sorted(Object.values(ids.views)));
  const participants = manifest.chatParticipants.map(({ id, name, isSticky }) => ({ id, name, isSticky }));
  assert.deepEqual(participants, [{ id: ids.participantId, name: ids.participantName, isSticky: true }]);
  assert.deepEqual(
    manifest.languageModelChatProviders.map(({ vendor }) => vendor),
    [ids.modelVendor],
  );
  assert.deepEqual(
    manifest.walkthroughs.map(({ id }) => id),
    [ids.walkthroughId],
  );
});

test('the slash commands are the same, each described without a full stop', () => {
  const declared = manifest.chatParticipants.flatMap(({ commands }) => commands);
  assert.deepEqual(
    declared.map(({ name }) => name),
    ids.chatCommands,
  );
  for (const { description } of declared) {
    assert.match(description, /^[A-Z].*[^.]$/);
  }
});

test('menus, keys, welcome views and the walkthrough name only commands and context keys that exist', () => {
  const texts = [
    ...Object.values(manifest.menus)
      .flat()
      .map(({ when = '' }) => when),
    ...manifest.keybindings.flatMap(({ command, when }) => [command, when]),
    ...manifest.viewsWelcome.flatMap(({ when, contents }) => [when, contents]),
    JSON.stringify(manifest.walkthroughs),
  ];
  const known = [
    ...commandIds,
    ...Object.values<string>(ids.contextKeys),
    ...Object.values<string>(ids.views),
    ...Object.values<string>(ids.views).map(view => `${view}.focus`),
    ids.walkthroughId,
  ];
  const named = texts.flatMap(text => [...text.matchAll(/\bstrata\.[\w.]*\w/g)].map(([name]) => name));
  assert.deepEqual(sorted(new Set(named.filter(name => !known.includes(name)))), []);
  const inMenus = Object.values(manifest.menus).flat();
  assert.deepEqual(
    inMenus.filter(({ command }) => !commandIds.includes(command)),
    [],
  );
});

test('commands of single items are hidden from the palette', () => {
  const hidden = (manifest.menus.commandPalette ?? []).filter(({ when }) => when === 'false');
  const items = [ids.commands.showMenu, ...commandIds.filter(id => id.startsWith('strata.item.'))];
  assert.deepEqual(sorted(hidden.map(({ command }) => command)), sorted(items));
});

test('every command has the category Memory, an icon and a title in capitals', () => {
  for (const { title, category, icon } of manifest.commands) {
    assert.equal(category, 'Memory');
    assert.match(icon, /^\$\([\w-]+\)$/);
    assert.match(title, /^[A-Z]/);
  }
});

test('every setting is described by a sentence', () => {
  for (const { properties } of manifest.configuration) {
    for (const [id, { markdownDescription }] of Object.entries(properties)) {
      assert.match(markdownDescription, /^[A-Z].*\.$/s, id);
    }
  }
});

test('what guards a person is not for a workspace to set, and says so', () => {
  const { settings } = ids;
  const all = Object.fromEntries(manifest.configuration.flatMap(({ properties }) => Object.entries(properties)));
  const own = [
    settings.privacyRedact,
    settings.privacyPatterns,
    settings.summariesModel,
    settings.budgetDailyTokens,
    settings.geminiBaseUrl,
    settings.sqlitePath,
  ];
  for (const id of own) {
    assert.match(all[id]?.scope ?? '', /^(?:application|machine)$/, id);
    assert.match(all[id]?.markdownDescription ?? '', /never from a workspace's\.$/, id);
  }
});

test('no other source file spells a public name out', () => {
  const folder = join(root, 'src/vscode');
  const spelled = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts'))
    .filter(name => name !== 'ids.ts')
    .flatMap(name => {
      const code = readFileSync(join(folder, name), 'utf8');
      return commandIds.filter(id => code.includes(`'${id}'`)).map(id => `${name}: ${id}`);
    });
  assert.deepEqual(spelled, []);
});
