import * as vscode from 'vscode';
import * as z from 'zod';
import type { RecentLimits } from '../memory/recentTurns.ts';
import { settings } from './ids.ts';

/** What a person set, or the default where they set something of another kind. */
function read<T>(id: string, schema: z.ZodType<T>, fallback: T): T {
  const found = schema.safeParse(vscode.workspace.getConfiguration().get(id));
  return found.success ? found.data : fallback;
}

const count = z.number().int().min(0);
const text = z.string().transform(value => value.trim());

export const readEnabled = () => read(settings.enabled, z.boolean(), true);
export const readRedact = () => read(settings.privacyRedact, z.boolean(), true);
export const readPatterns = () => read(settings.privacyPatterns, z.array(z.string()), []);
export const readSqlitePath = () => read(settings.sqlitePath, text, '');
export const readGeminiBaseUrl = () => read(settings.geminiBaseUrl, text, '');
export const readGeminiChatModel = () => read(settings.geminiChatModel, text, '');
export const readRecallScope = () => read(settings.recallScope, z.enum(['workspace', 'all']), 'workspace');
export const readRecentLimits = (): RecentLimits => ({
  maxTurns: read(settings.recentMaxTurns, count, 10),
  maxChars: read(settings.recentMaxChars, count, 5000),
});

export function onDidChangeSetting(id: string, listener: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration(event => {
    if (event.affectsConfiguration(id)) {
      listener();
    }
  });
}
