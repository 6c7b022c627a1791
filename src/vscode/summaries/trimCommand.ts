import * as vscode from 'vscode';
import { saySummaries } from '../../memory/summaries/sayMade.ts';
import type { TrimRule } from '../../model/summary/layerRules.ts';
import { systemClock } from '../../util/clock.ts';
import { DAY_MS } from '../../util/dates.ts';
import { registerCommand } from '../commands.ts';
import type { Host } from '../host.ts';
import { commands } from '../ids.ts';
import { inform } from '../notify.ts';
import { plainMessage } from '../plainLabel.ts';
import { currentReach } from '../workspace/currentReach.ts';

interface TrimChoice extends vscode.QuickPickItem {
  level: number;
  days: number;
}

const choices: TrimChoice[] = [
  { label: 'L1 older than 30 days', level: 1, days: 30, picked: true },
  { label: 'L2 older than 90 days', level: 2, days: 90, picked: true },
  { label: 'L3 older than a year', level: 3, days: 365 },
];

/** Old summaries go on request, or by `strata.summaries.keepDays`; turns always stay. */
export function registerTrim(host: Host): void {
  registerCommand(host, commands.trim, async () => {
    const now = systemClock.now();
    const picked = await vscode.window.showQuickPick(choices, {
      title: 'Trim old summaries',
      placeHolder: 'What may go? The turns themselves stay.',
      canPickMany: true,
    });
    const rules: TrimRule[] = (picked ?? []).map(({ level, days }) => ({ level, before: now - days * DAY_MS }));
    if (rules.length === 0) {
      return;
    }
    const reach = await currentReach(host);
    const count = await host.store.summaries.trim(reach, rules, true);
    if (count === 0) {
      void inform('There are no summaries that old.');
      return;
    }
    const covered = await host.store.summaries.trim(reach, rules, true, true);
    const choice = await ask(count, count - covered);
    if (choice) {
      await host.store.summaries.trim(reach, rules, false, choice === KEEP);
    }
  });
}

const ALL = 'Remove';
const KEEP = 'Keep Those, Remove the Others';

/** Says how many would leave nothing but their turns; undefined when nothing is to go. */
async function ask(count: number, uncovered: number): Promise<string | undefined> {
  const what = saySummaries(count);
  const lost =
    uncovered === count
      ? count === 1
        ? 'It has'
        : 'They have'
      : `${uncovered} of them ${uncovered === 1 ? 'has' : 'have'}`;
  const warning =
    uncovered > 0 ? [`${lost} no broader summary above: what was said there is then only in the turns.`] : [];
  const detail = [
    ...warning,
    'They are not made again by themselves. Turns, newer and pinned summaries stay. This cannot be undone.',
  ].join(' ');
  const buttons = uncovered > 0 && uncovered < count ? [KEEP, ALL] : [ALL];
  return await vscode.window.showWarningMessage(plainMessage(`Remove ${what}?`), { modal: true, detail }, ...buttons);
}
