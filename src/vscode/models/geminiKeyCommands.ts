import * as vscode from 'vscode';
import { registerCommand } from '../commands.ts';
import type { Host } from '../host.ts';
import { commands, contextKeys } from '../ids.ts';
import { complain, inform } from '../notify.ts';
import { readGeminiBaseUrl } from '../settings.ts';
import { leaveGemini } from './offlinePick.ts';

export function registerGeminiKey(host: Host): void {
  const showState = async () => {
    const hasKey = (await host.geminiKey.get()) !== undefined;
    await vscode.commands.executeCommand('setContext', contextKeys.hasGeminiKey, hasKey);
  };
  host.context.subscriptions.push(host.geminiKey.onDidChange(() => void showState()));
  void showState();
  registerCommand(host, commands.setGeminiKey, () => askForKey(host));
  registerCommand(host, commands.clearGeminiKey, async () => {
    await leaveGemini(host.log);
    await host.geminiKey.clear();
    void inform('The Gemini API key was removed. Memory answers offline.');
  });
}

async function askForKey({ geminiKey }: Host): Promise<void> {
  const typed = await vscode.window.showInputBox({
    title: 'Gemini API key',
    prompt: 'Kept in the secret storage of your system. With it, questions to a Gemini model leave this computer.',
    placeHolder: 'Paste the key from Google AI Studio',
    password: true,
    ignoreFocusOut: true,
    validateInput: value => (value.trim() === '' ? 'Paste a key, or press Escape.' : undefined),
  });
  const key = typed?.trim();
  if (!key) {
    return;
  }
  const baseUrl = readGeminiBaseUrl();
  const { checkGeminiKey } = await import('../../llm/gemini/gemini.ts');
  const check = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Window, title: 'Asking Gemini about the key' },
    () => checkGeminiKey({ apiKey: key, signal: AbortSignal.timeout(20_000), ...(baseUrl ? { baseUrl } : {}) }),
  );
  if (!check.ok && check.error.reason === 'bad-key') {
    void complain(check.error.message);
    return;
  }
  const isStored = await geminiKey.set(key);
  const where = isStored ? '' : ' There is no secret storage here, so it is kept until this window closes.';
  void inform(
    check.ok
      ? `The Gemini API key works. Choose a Gemini model in the model picker of chat.${where}`
      : `The Gemini API key was set, but not tried. ${check.error.message}${where}`,
  );
}
