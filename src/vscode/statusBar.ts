import * as vscode from 'vscode';
import { isRoutine, isRoutineKind } from '../memory/jobs/routine.ts';
import { escapeMarkdown } from '../memory/markdown/markdown.ts';
import { sayAuthors, saySummaries } from '../memory/summaries/sayMade.ts';
import { countAll } from '../store/conversationStore.ts';
import type { StoreError } from '../store/store.ts';
import { dateNow } from '../util/clock.ts';
import { sayDate } from '../util/dates.ts';
import { plural, sayCount } from '../util/text.ts';
import { registerCommand } from './commands.ts';
import type { Host } from './host.ts';
import { commands, settings } from './ids.ts';
import { onDidChangeSetting, readDailyTokens, readEnabled } from './settings.ts';

/** One item, left: recording, paused, or needs you. A click opens a small menu. */
export function registerStatusBar(host: Host): void {
  const item = vscode.window.createStatusBarItem('strata.status', vscode.StatusBarAlignment.Left, 0);
  item.name = 'Memory';
  item.command = commands.showMenu;
  let trouble: StoreError | undefined;
  let facts = '';
  let working = false;
  const show = () => {
    const enabled = readEnabled();
    const icon = trouble ? 'warning' : working ? 'sync~spin' : enabled ? 'layers' : 'debug-pause';
    item.text = `$(${icon}) Memory`;
    const state = trouble ? trouble.message : enabled ? 'Recording what is said with @memory.' : 'Recording is paused.';
    item.accessibilityInformation = { label: `Memory. ${state}` };
    const away = host.summaries.maker.state.message;
    item.tooltip = tooltip([escapeMarkdown(state), away ? escapeMarkdown(away) : '', facts], enabled);
    item.show();
  };
  /** Only once something else has opened the store: a window that never uses memory never reads it. */
  const readFacts = async () => {
    const here = await host.workspaces.current();
    const totals = await countAll(host.store, { workspace_id: here.id });
    const last = totals.last_recorded ? sayDate(new Date(totals.last_recorded), dateNow()) : 'never';
    facts =
      `${plural(totals.turns, 'turn')} in ${plural(totals.conversations, 'conversation')} in ` +
      `${escapeMarkdown(here.name)}, last recorded ${last}. Kept on this computer.\n\n${await sayLayers(host, here.id)}`;
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
    host.summaries.maker.onDidChangeState(show),
    host.background.onDidChangeBusy(busy => {
      working = busy;
      show();
    }),
    // Reading them notes where this folder is, which must not lead to the next reading.
    host.store.onDidChange(({ quiet }) => quiet || readFactsSoon()),
    host.work.onDidChange(({ kind }) => isRoutineKind(kind) || readFactsSoon()),
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

/** Who wrote so many of the newest summaries is told. */
const LATELY = 10;

/** Summaries and the work behind them, as far as there is something to say. */
async function sayLayers({ store, work, summaries }: Host, workspace_id: string): Promise<string> {
  const levels = await store.summaries.statistics({ workspace_id });
  const count = levels.reduce((sum, level) => sum + level.count, 0);
  const provisional = levels.reduce((sum, level) => sum + level.provisional, 0);
  const jobs = (await work.jobs.list()).filter(job => !isRoutine(job));
  const dead = jobs.filter(({ state }) => state === 'dead').length;
  const model = await summaries.maker.modelName();
  const newest = count > 0 ? await store.summaries.list({ reach: { workspace_id }, level: 1, limit: LATELY }) : [];
  const authors = newest.map(({ summary }) => summary.made_by);
  const written = authors.length > 0 ? `, ${escapeMarkdown(sayAuthors(authors, model, summaries.maker.state))}` : '';
  const spent =
    model === 'offline'
      ? ''
      : `, ${sayCount(await summaries.maker.budget.spentToday())} of ${sayCount(readDailyTokens())} tokens spent today`;
  return [
    `${saySummaries(count)}${written}${spent}.`,
    provisional > 0 ? `[${sayCount(provisional)} provisional](command:${commands.redoProvisional}).` : '',
    jobs.length > dead ? `[${plural(jobs.length - dead, 'job')} waiting](command:${commands.showJobs}).` : '',
    dead > 0 ? `[${plural(dead, 'job')} failed](command:${commands.showJobs}).` : '',
  ]
    .filter(part => part !== '')
    .join(' ');
}

function tooltip(lines: readonly string[], enabled: boolean): vscode.MarkdownString {
  const toggle = enabled ? `[Pause](command:${commands.pause})` : `[Resume](command:${commands.resume})`;
  const links = `[Search](command:${commands.search}) · [Ask](command:${commands.ask}) · ${toggle}`;
  const text = new vscode.MarkdownString([...lines.filter(line => line !== ''), links].join('\n\n'));
  const { search, ask, pause, resume, redoProvisional, showJobs } = commands;
  text.isTrusted = { enabledCommands: [search, ask, pause, resume, redoProvisional, showJobs] };
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
