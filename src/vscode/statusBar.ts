import * as vscode from 'vscode';
import { escapeMarkdown } from '../memory/markdown.ts';
import type { StoreError } from '../store/store.ts';
import { sayDate } from '../util/dates.ts';
import { plural } from '../util/text.ts';
import { registerCommand } from './commands.ts';
import type { Host } from './host.ts';
import { commands, settings } from './ids.ts';
import { onDidChangeSetting, readEnabled } from './settings.ts';

/** One item, left: recording, paused, or needs you. A click opens a small menu. */
export function registerStatusBar(host: Host): void {
  const item = vscode.window.createStatusBarItem('strata.status', vscode.StatusBarAlignment.Left, 0);
  item.name = 'Memory';
  item.command = commands.showMenu;
  let trouble: StoreError | undefined;
  let facts = '';
  const show = () => {
    const enabled = readEnabled();
    const icon = trouble ? 'warning' : enabled ? 'layers' : 'debug-pause';
    item.text = `$(${icon}) Memory`;
    const state = trouble ? trouble.message : enabled ? 'Recording what is said with @memory.' : 'Recording is paused.';
    item.accessibilityInformation = { label: `Memory. ${state}` };
    item.tooltip = tooltip([escapeMarkdown(state), facts], enabled);
    item.show();
  };
  /** Only once something else has opened the store: a window that never uses memory never reads it. */
  const readFacts = async () => {
    const here = await host.workspaces.current();
    const totals = await host.store.conversations.totals({ workspace_id: here.id });
    const last = totals.last_recorded ? sayDate(new Date(totals.last_recorded), new Date()) : 'never';
    facts =
      `${plural(totals.turns, 'turn')} in ${plural(totals.conversations, 'conversation')} in ` +
      `${escapeMarkdown(here.name)}, last recorded ${last}. Kept on this computer.`;
    show();
  };
  let timer: NodeJS.Timeout | undefined;
  const readFactsSoon = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      readFacts().catch(() => {});
    }, 500);
  };
  host.context.subscriptions.push(
    item,
    { dispose: () => clearTimeout(timer) },
    onDidChangeSetting(settings.enabled, show),
    host.store.onDidChange(readFactsSoon),
    host.recorder.onDidChangeTrouble(error => {
      if (trouble !== error) {
        trouble = error;
        show();
      }
    }),
  );
  show();
  registerCommand(host, commands.showMenu, showMenu);
}

function tooltip(lines: readonly string[], enabled: boolean): vscode.MarkdownString {
  const toggle = enabled ? `[Pause](command:${commands.pause})` : `[Resume](command:${commands.resume})`;
  const links = `[Search](command:${commands.search}) · [Ask](command:${commands.ask}) · ${toggle}`;
  const text = new vscode.MarkdownString([...lines.filter(line => line !== ''), links].join('\n\n'));
  text.isTrusted = { enabledCommands: [commands.search, commands.ask, commands.pause, commands.resume] };
  return text;
}

async function showMenu(): Promise<void> {
  const enabled = readEnabled();
  const entries: (vscode.QuickPickItem & { command: string; args?: unknown[] })[] = [
    { label: '$(search) Search past sessions', command: commands.search },
    { label: '$(comment) Ask @memory', command: commands.ask },
    enabled
      ? { label: '$(debug-pause) Pause recording', command: commands.pause }
      : { label: '$(play) Resume recording', command: commands.resume },
    { label: '$(info) What is recorded', command: commands.whatIsRecorded },
    { label: '$(gear) Settings', command: 'workbench.action.openSettings', args: ['strata'] },
  ];
  const picked = await vscode.window.showQuickPick(entries, {
    title: 'Memory',
    placeHolder: enabled ? 'Recording what is said with @memory' : 'Recording is paused',
  });
  if (picked) {
    await vscode.commands.executeCommand(picked.command, ...(picked.args ?? []));
  }
}
