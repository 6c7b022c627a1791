// Stands in for the person in front of dialogs, which no test could click inside the extension host.
import * as vscode from 'vscode';

type Replies = Partial<Record<(typeof dialogs)[number] | 'showQuickPick', Reply>>;
/** What the person chooses, given all that the dialog was called with; undefined closes it. */
type Reply = (...args: unknown[]) => unknown;

export interface Shown {
  dialog: string;
  text: string;
  args: unknown[];
}

const dialogs = [
  'showInformationMessage',
  'showWarningMessage',
  'showErrorMessage',
  'showInputBox',
  'showOpenDialog',
] as const;

/**
 * Answers dialogs for as long as the body runs, and keeps what was shown. Dialogs without a reply are closed; lists to
 * choose from open as ever.
 */
export async function withPerson(replies: Replies, body: (shown: Shown[]) => Promise<void>): Promise<void> {
  const shown: Shown[] = [];
  const answered = [...dialogs, ...(replies.showQuickPick ? (['showQuickPick'] as const) : [])];
  const real = answered.map(dialog => [dialog, Reflect.get(vscode.window, dialog)] as const);
  for (const dialog of answered) {
    const reply = (...args: unknown[]) => {
      shown.push({ dialog, text: String(args[0]), args });
      return Promise.resolve(Reflect.get(replies, dialog)?.(...args));
    };
    replace(dialog, reply);
  }
  try {
    await body(shown);
  } finally {
    for (const [dialog, own] of real) {
      replace(dialog, own);
    }
  }
}

function replace(dialog: string, value: unknown): void {
  if (!Reflect.set(vscode.window, dialog, value)) {
    throw new Error(`${dialog} cannot be replaced here`);
  }
}
