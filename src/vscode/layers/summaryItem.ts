import * as vscode from 'vscode';
import { codeSpan, escapeMarkdown, quoteMarkdown } from '../../memory/markdown/markdown.ts';
import { saySummaries } from '../../memory/summaries/sayMade.ts';
import { summaryLabel } from '../../memory/summaries/summaryLabel.ts';
import { PROVISIONAL, summaryFacts } from '../../memory/summaries/summaryPage.ts';
import { saySpan } from '../../model/turn/turnSpan.ts';
import { dateNow } from '../../util/clock.ts';
import { sayAge } from '../../util/dates.ts';
import { plural, sayCount } from '../../util/text.ts';
import { commands } from '../ids.ts';
import type { LevelNode, SummaryNode } from './layersNodes.ts';

const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
const names: Readonly<Record<number, string>> = { 1: 'short term', 2: 'long term', 3: 'whole story' };

/** Short enough to leave room for what stands behind it. */
const LABEL = 48;

export function levelItem({ level, count, provisional }: LevelNode, opened: boolean): vscode.TreeItem {
  const name = names[level];
  const item = new vscode.TreeItem(name ? `L${level} · ${name}` : `L${level}`, opened ? Expanded : Collapsed);
  item.description = sayCount(count);
  item.iconPath = new vscode.ThemeIcon('layers');
  item.tooltip = `${saySummaries(count)}${provisional > 0 ? `, ${sayCount(provisional)} provisional` : ''}`;
  return item;
}

/** One icon a mark; what a person said themselves is shown before what the machine did. */
function markOf({ rule, summary, scopes }: SummaryNode): { icon: string; words: string[] } {
  const words = [
    ...(rule === 'pin' ? ['pinned'] : []),
    ...(rule === 'leave-out' ? ['left out of recall'] : []),
    ...(scopes?.some(({ changed }) => changed) ? ['changed since'] : []),
    ...(summary.provisional ? ['provisional'] : []),
  ];
  const icon = {
    pinned: 'pin',
    'left out of recall': 'eye-closed',
    'changed since': 'diff-modified',
    provisional: 'circle-outline',
  }[words[0] ?? ''];
  return { icon: icon ?? 'layers', words };
}

export function summaryItem(node: SummaryNode): vscode.TreeItem {
  const { summary, files, timestamp, rule, parent } = node;
  const name = summaryLabel(summary, LABEL);
  const item = new vscode.TreeItem(parent.kind === 'level' ? name : `L${summary.level}  ${name}`, Collapsed);
  const { icon, words } = markOf(node);
  item.description = [
    saySpan(summary),
    ...(files.length > 0 ? [plural(files.length, 'file')] : []),
    sayAge(new Date(timestamp), dateNow()),
  ].join(' · ');
  item.iconPath = new vscode.ThemeIcon(icon);
  item.contextValue = rule === undefined ? 'summary' : { pin: 'summary.pinned', 'leave-out': 'summary.leftOut' }[rule];
  item.command = { command: commands.itemOpenSummary, title: 'Open', arguments: [node] };
  item.accessibilityInformation = {
    label: [`Summary, level ${summary.level}: ${name}`, `turns ${saySpan(summary)}`, ...words].join(', '),
  };
  return item;
}

export function summaryTooltip(node: SummaryNode): vscode.MarkdownString {
  const { summary, files, rule } = node;
  const page = { ...node, below: [] };
  const evidence = `command:${commands.itemShowSummary}?${encodeURIComponent(JSON.stringify([summary.uuid]))}`;
  const text = new vscode.MarkdownString(
    [
      quoteMarkdown(summary.conversation_summary),
      ...(summary.actions_summary ? [quoteMarkdown(summary.actions_summary)] : []),
      ...(summary.key_findings.length > 0
        ? [summary.key_findings.map(finding => `- ${escapeMarkdown(finding)}`).join('\n')]
        : []),
      ...(files.length > 0 ? [files.map(codeSpan).join(', ')] : []),
      ...changesOf(node),
      summaryFacts(page, dateNow()),
      ...(summary.provisional ? [`*${PROVISIONAL}*`] : []),
      ...(rule === 'pin' ? ['*Pinned: always used in its workspace.*'] : []),
      ...(rule === 'leave-out' ? ['*Left out of recall.*'] : []),
      `[Sentence by sentence](${evidence})`,
    ].join('\n\n'),
  );
  text.isTrusted = { enabledCommands: [commands.itemShowSummary] };
  return text;
}

function changesOf({ scopes = [] }: SummaryNode): string[] {
  const changed = scopes.filter(scope => scope.changed).map(({ name, path }) => `${name} in ${path}`);
  return changed.length > 0 ? [`*Changed since: ${escapeMarkdown([...new Set(changed)].join(', '))}*`] : [];
}
