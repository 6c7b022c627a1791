import * as vscode from 'vscode';
import { registerCommand } from '../commands.ts';
import type { Host } from '../host.ts';
import { commands, contextKeys, settings } from '../ids.ts';
import { onDidChangeSetting, readEnabled } from '../settings.ts';

/** Pause and resume are the setting `strata.enabled`, so that all windows follow. */
export function registerRecording(host: Host): void {
  const showState = () => vscode.commands.executeCommand('setContext', contextKeys.paused, !readEnabled());
  host.context.subscriptions.push(onDidChangeSetting(settings.enabled, () => void showState()));
  void showState();
  registerCommand(host, commands.pause, () => setEnabled(false));
  registerCommand(host, commands.resume, () => setEnabled(true));
}

async function setEnabled(enabled: boolean): Promise<void> {
  const config = vscode.workspace.getConfiguration();
  await config.update(settings.enabled, enabled, vscode.ConfigurationTarget.Global);
  // A workspace's own value would win over the person's.
  if (readEnabled() !== enabled) {
    await config.update(settings.enabled, enabled, vscode.ConfigurationTarget.Workspace);
  }
}
