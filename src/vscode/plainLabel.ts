import * as vscode from 'vscode';

/** `$(name)` in remembered text is not an icon. */
export function plainLabel(text: string): string {
  return text.replaceAll('$(', '$ (');
}

/** `[text](command:…)` in a file's name is not a link: VS Code makes links of that in notifications. */
export function plainMessage(text: string): string {
  return text.replaceAll('](', ']\u2060(');
}

/** Asks which of several files is meant. */
export async function pickPath(paths: readonly string[], asked: string): Promise<string | undefined> {
  const items = paths.map(path => ({ label: plainLabel(path), path }));
  return (await vscode.window.showQuickPick(items, { placeHolder: `Which ${asked} is meant?` }))?.path;
}
