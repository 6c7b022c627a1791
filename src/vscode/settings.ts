import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { type ContextSettings, defaultContextSettings } from '../memory/context/contextSettings.ts';
import type { LayerSettings } from '../memory/summaries/planner.ts';
import { settings } from './ids.ts';

/** What a person set, or the default where they set something of another kind. */
function read<T>(id: string, schema: z.ZodMiniType<T>, fallback: T): T {
  const parsed = schema.safeParse(vscode.workspace.getConfiguration().get(id));
  return parsed.success ? parsed.data : fallback;
}

const count = z.int().check(z.minimum(0));
const text = z.pipe(
  z.string(),
  z.transform(value => value.trim()),
);

/** A workspace may pause recording, but not resume what the person has paused. */
export const readEnabled = () =>
  read(settings.enabled, z.boolean(), true) &&
  vscode.workspace.getConfiguration().inspect(settings.enabled)?.globalValue !== false;
export const readCodeLens = () => read(settings.codeLens, z.boolean(), false);
export const readFileBadges = () => read(settings.fileBadges, z.boolean(), false);
export const readRedact = () => read(settings.privacyRedact, z.boolean(), true);
export const readPatterns = () => read(settings.privacyPatterns, z.array(z.string()), []);
export const readSqlitePath = () => read(settings.sqlitePath, text, '');
export const readGeminiBaseUrl = () => read(settings.geminiBaseUrl, text, '');
export const readGeminiChatModel = () => read(settings.geminiChatModel, text, '');
export const readPersona = () => read(settings.persona, text, '');
export const readRecallScope = () => read(settings.recallScope, z.enum(['workspace', 'all']), 'workspace');

export const readSummariesEnabled = () => read(settings.summariesEnabled, z.boolean(), true);
export const readSummariesModel = () => read(settings.summariesModel, z.enum(['auto', 'gemini', 'offline']), 'auto');
export const readGeminiSummaryModel = () => read(settings.geminiSummaryModel, text, '') || 'gemini-2.5-flash';
export const readDailyTokens = () => read(settings.budgetDailyTokens, count, 200_000);
export const readKeepDays = () =>
  read(settings.summariesKeepDays, z.record(z.string(), z.number().check(z.minimum(0))), {});
export const readLayerSettings = (): LayerSettings => ({
  everyChars: read(settings.summariesEveryChars, z.int().check(z.minimum(100)), 10_000),
  everyTurns: read(settings.summariesEveryTurns, count, 0),
  everyTokens: read(settings.summariesEveryTokens, count, 0),
  maxLevel: read(settings.summariesMaxLevel, z.int().check(z.minimum(1), z.maximum(9)), 3),
});

/** What is given with a question: recent turns, and what is recalled. */
export function readContextSettings(): ContextSettings {
  const { recent, recall } = defaultContextSettings;
  return {
    summaries: readSummariesEnabled(),
    recent: {
      maxTurns: read(settings.recentMaxTurns, count, recent.maxTurns),
      maxChars: read(settings.recentMaxChars, count, recent.maxChars),
    },
    recall: {
      maxSummaries: read(settings.recallMaxSummaries, count, recall.maxSummaries),
      minScore: read(settings.recallMinScore, z.nullable(z.number().check(z.minimum(0))), recall.minScore),
      levelBoost: read(
        settings.recallLevelBoost,
        z.record(z.string(), z.number().check(z.minimum(0))),
        recall.levelBoost,
      ),
      recency: read(settings.recallRecency, z.boolean(), recall.recency),
      recencyDays: read(settings.recallRecencyDays, z.number().check(z.positive()), recall.recencyDays),
      windowBefore: read(settings.recallWindowBefore, count, recall.windowBefore),
      windowAfter: read(settings.recallWindowAfter, count, recall.windowAfter),
    },
  };
}

export function onDidChangeSetting(id: string, listener: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration(event => {
    if (event.affectsConfiguration(id)) {
      listener();
    }
  });
}
