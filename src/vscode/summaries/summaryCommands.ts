import * as vscode from 'vscode';
import { isRoutine } from '../../memory/jobs/routine.ts';
import { estimateBackfill } from '../../memory/summaries/estimate.ts';
import { sayMade, saySummaries } from '../../memory/summaries/sayMade.ts';
import { statisticsText } from '../../memory/summaries/statisticsText.ts';
import type { Reach } from '../../model/reach.ts';
import { markOf } from '../../model/summary/layerRules.ts';
import type { Summary } from '../../model/summary/summary.ts';
import { countAll } from '../../store/conversationStore.ts';
import { systemClock } from '../../util/clock.ts';
import { DAY_MS } from '../../util/dates.ts';
import { firstSentence, plural, sayCount } from '../../util/text.ts';
import { registerCommand } from '../commands.ts';
import type { Host } from '../host.ts';
import { commands } from '../ids.ts';
import { infoPage } from '../infoPage.ts';
import { abortSignalOf } from '../models/modelMessages.ts';
import { inform } from '../notify.ts';
import { plainMessage } from '../plainLabel.ts';
import { readDailyTokens, readLayerSettings } from '../settings.ts';
import { pickConversation } from '../transcripts/conversationPick.ts';
import { currentReach } from '../workspace/currentReach.ts';
import { showJobs } from './showJobs.ts';
import { registerTrim } from './trimCommand.ts';

/** What a person can ask of the layers: each with progress, and an estimate before what costs something. */
export function registerSummaryCommands(host: Host): void {
  registerCommand(host, commands.summarizeNow, async (given?: unknown) => {
    const id = await chosen(host, given);
    if (id) {
      await summarizeNow(host, id);
    }
  });
  registerCommand(host, commands.backfill, () => backfill(host));
  registerCommand(host, commands.regenerate, async (given?: unknown) => {
    const id = await chosen(host, given);
    if (id) {
      await regenerate(host, id);
    }
  });
  registerCommand(host, commands.redoProvisional, () => redoProvisional(host));
  registerCommand(host, commands.showJobs, () => showJobs(host));
  registerCommand(
    host,
    commands.statistics,
    infoPage(host, 'Statistics', () => statistics(host)),
  );
  registerTrim(host);
}

function tell(message: string): void {
  void inform(message);
}

async function chosen(host: Host, argument: unknown): Promise<string | undefined> {
  if (typeof argument === 'string') {
    return argument;
  }
  const node: unknown =
    typeof argument === 'object' && argument !== null ? Reflect.get(argument, 'conversation') : undefined;
  const uuid: unknown = typeof node === 'object' && node !== null ? Reflect.get(node, 'uuid') : undefined;
  return typeof uuid === 'string' ? uuid : await pickConversation(host);
}

type Report = (summary: Summary) => void;

/** Work that a person started, with progress. Undefined when they cancelled it, which needs no words. */
async function withProgress<T>(
  title: string,
  work: (signal: AbortSignal, report: Report) => Promise<T>,
): Promise<T | undefined> {
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return await vscode.window.withProgress(options, async (progress, token) => {
    using signal = abortSignalOf(token);
    let count = 0;
    const report = ({ provisional }: Summary) =>
      progress.report({ message: `${saySummaries(++count)} so far${provisional ? ', provisional' : ''}` });
    try {
      return await work(signal.signal, report);
    } catch (error) {
      if (!signal.signal.aborted) {
        throw error;
      }
      return undefined;
    }
  });
}

async function summarizeNow(host: Host, conversation_id: string): Promise<void> {
  if (!(await host.summaries.layers.next(conversation_id, { force: true }))) {
    return tell('All turns of this conversation are in a summary already.');
  }
  if (!(await mayCost(host, conversation_id))) {
    return;
  }
  const summaries: Summary[] = [];
  await withProgress('Summarising', (signal, report) =>
    host.summaries.jobs.make(conversation_id, signal, { force: true, onMade: noting(summaries, report) }),
  );
  tellMade(host, summaries);
}

/** Kept as they come: who cancels the rest is still told of them. */
function noting(summaries: Summary[], report: Report): Report {
  return summary => {
    summaries.push(summary);
    report(summary);
  };
}

function tellMade(host: Host, summaries: readonly Summary[]): void {
  if (summaries.length > 0) {
    const provisional = summaries.filter(summary => summary.provisional).length;
    tell(sayMade(summaries.length, provisional, host.summaries.maker.state));
  }
}

/** What is made offline costs nothing and needs no question. */
async function mayCost(host: Host, conversation_id: string): Promise<boolean> {
  if ((await host.summaries.maker.modelName()) === 'offline') {
    return true;
  }
  const conversation = await host.store.conversations.get(conversation_id);
  const mark = markOf(await host.store.summaries.marks(conversation_id), 1);
  const turns = (conversation?.turn_count ?? 0) - mark.next_turn;
  const chars = (conversation?.total_chars ?? 0) - mark.next_char;
  const { calls, tokens } = estimateBackfill([{ conversation_id, turns, chars }], readLayerSettings(), true);
  const question = `Summarise “${conversation?.title ?? ''}” now?`;
  const detail = `About ${saySummaries(Math.max(1, calls))}. ${await sayCost(host, tokens)}`;
  return (
    (await vscode.window.showInformationMessage(plainMessage(question), { modal: true, detail }, 'Summarise')) ===
    'Summarise'
  );
}

async function backfill(host: Host): Promise<void> {
  const uncovered = await host.store.summaries.uncovered(await currentReach(host));
  const limits = readLayerSettings();
  const estimate = estimateBackfill(uncovered, limits);
  if (estimate.calls === 0) {
    return tell('There is nothing to catch up on: no conversation has grown far enough for another summary.');
  }
  const cost = await sayCost(host, estimate.tokens);
  const question = `Summarise ${plural(estimate.conversations, 'conversation')}?`;
  const detail = `About ${saySummaries(estimate.calls)} would be made. ${cost} You can cancel at any time; what is made stays.`;
  if (
    (await vscode.window.showInformationMessage(plainMessage(question), { modal: true, detail }, 'Summarise')) !==
    'Summarise'
  ) {
    return;
  }
  const summaries: Summary[] = [];
  await withProgress(`Summarising ${plural(estimate.conversations, 'conversation')}`, async (signal, report) => {
    for (const { conversation_id } of uncovered) {
      await host.summaries.jobs.make(conversation_id, signal, { onMade: noting(summaries, report) });
    }
  });
  tellMade(host, summaries);
}

async function sayCost(host: Host, tokens: number): Promise<string> {
  const model = await host.summaries.maker.modelName();
  if (model === 'offline') {
    return 'They are made offline, on this computer.';
  }
  const left = Math.max(0, readDailyTokens() - (await host.summaries.maker.budget.spentToday()));
  return `With ${model} that is about ${sayCount(tokens)} tokens; ${sayCount(left)} of today's budget are left, and the rest is made offline and redone later.`;
}

async function regenerate(host: Host, conversation_id: string): Promise<void> {
  const conversation = await host.store.conversations.get(conversation_id);
  const { turn_count: turns = 0, total_chars: chars = 0 } = conversation ?? {};
  const { calls, tokens } = estimateBackfill([{ conversation_id, turns, chars }], readLayerSettings(), true);
  const question = `Make the summaries of “${conversation?.title ?? ''}” anew?`;
  const detail = `About ${saySummaries(calls)}. ${await sayCost(host, tokens)} The present ones stay until the new ones are complete.`;
  if (
    (await vscode.window.showInformationMessage(plainMessage(question), { modal: true, detail }, 'Make Anew')) !==
    'Make Anew'
  ) {
    return;
  }
  const replaced = await withProgress('Making summaries anew', (signal, report) =>
    host.summaries.jobs.regenerateNow(conversation_id, signal, report),
  );
  if (replaced === false) {
    const why = host.summaries.maker.state.message ?? 'The model is away.';
    tell(`${firstSentence(why)} The present summaries stay as they are; nothing was replaced.`);
  }
}

async function redoProvisional(host: Host): Promise<void> {
  const count = await host.summaries.jobs.redoProvisional(await currentReach(host));
  const { state } = host.summaries.maker;
  tell(
    count === 0
      ? 'There are no provisional summaries here.'
      : (state.message ?? `Provisional summaries in ${plural(count, 'conversation')} are being redone.`),
  );
}

async function statistics(host: Host): Promise<string> {
  const { store, work, summaries } = host;
  const reach: Reach = await currentReach(host);
  const now = systemClock.now();
  const periods = [
    { name: 'all time', levels: await store.summaries.statistics(reach) },
    { name: 'made in the last 7 days', levels: await store.summaries.statistics(reach, now - 7 * DAY_MS) },
    { name: 'made in the last 30 days', levels: await store.summaries.statistics(reach, now - 30 * DAY_MS) },
  ];
  const uncovered = await store.summaries.uncovered(reach);
  const jobs = (await work.jobs.list()).filter(job => !isRoutine(job));
  return statisticsText({
    name: reach === 'all' ? 'all workspaces' : (await host.workspaces.current()).name,
    totals: await countAll(store, reach),
    periods,
    uncovered: { conversations: uncovered.length, chars: uncovered.reduce((sum, { chars }) => sum + chars, 0) },
    maker: await summaries.maker.modelName(),
    tokensToday: await summaries.maker.budget.spentToday(),
    dailyTokens: readDailyTokens(),
    waiting: jobs.filter(({ state }) => state !== 'dead').length,
    dead: jobs.filter(({ state }) => state === 'dead').length,
    now: new Date(now),
  });
}
