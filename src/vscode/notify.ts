import * as vscode from 'vscode';
import { shortMessage } from '../util/shortMessage.ts';
import { plainMessage } from './plainLabel.ts';

/** VS Code cuts longer notifications off. */
export const MOST_CHARS = 120;
const MORE = 'More';

type Show = (text: string, ...buttons: string[]) => Thenable<string | undefined>;

/** A notification that can be read whole: the rest of a long text is behind a button. */
export function inform(text: string, ...buttons: string[]): Promise<string | undefined> {
  return show(vscode.window.showInformationMessage, text, buttons);
}

export function warn(text: string, ...buttons: string[]): Promise<string | undefined> {
  return show(vscode.window.showWarningMessage, text, buttons);
}

export function complain(text: string, ...buttons: string[]): Promise<string | undefined> {
  return show(vscode.window.showErrorMessage, text, buttons);
}

/** Stored words are text in it: VS Code makes links of some. */
async function show(showMessage: Show, message: string, buttons: string[]): Promise<string | undefined> {
  const text = plainMessage(message);
  const short = shortMessage(text, MOST_CHARS);
  if (short === text) {
    return await showMessage(text, ...buttons);
  }
  const choice = await showMessage(short, ...buttons, MORE);
  if (choice !== MORE) {
    return choice;
  }
  return await vscode.window.showInformationMessage(short, { modal: true, detail: text }, ...buttons);
}
