import { isAbsolute } from 'node:path';
import * as vscode from 'vscode';
import { pathOfUri as plainPath } from '../../memory/mentions/files/path.ts';
import { mentionsOfTool } from '../../memory/mentions/reading/toolMentions.ts';
import { mergedMentions } from '../../memory/mentions/reading/turnMentions.ts';
import type { File } from '../../model/file/file.ts';
import type { ToolUse, TurnRef } from '../../model/turn/turn.ts';
import { mentionedAs } from '../../model/turn/turnFiles.ts';
import { dateNow } from '../../util/clock.ts';
import { sayDate } from '../../util/dates.ts';
import { normalisePath } from '../../util/paths.ts';
import type { Host } from '../host.ts';
import { inform } from '../notify.ts';
import { plainLabel, plainMessage } from '../plainLabel.ts';
import { openAt, openKnown } from './openAt.ts';
import { pickPath } from './pickPath.ts';
import { rootOfUri, uriOfPath } from './places.ts';

export interface WrittenPath {
  /** As somebody wrote it. */
  path: string;
  line?: number | undefined;
  symbol?: string | undefined;
  /** The path is one of memory's own. */
  known?: boolean;
  /** The turn that mentions it: what it is linked to there is meant, whatever it is called now. */
  said?: TurnRef;
}

const MOST_OFFERED = 100;

/** Opens a path that stands in a conversation: matched to a file of the workspace; outside of it only when a person agrees. */
export async function openPath(host: Host, where: WrittenPath): Promise<void> {
  const { path, line, symbol, known } = where;
  const place = [symbol ?? null, line ?? null] as const;
  const file = await remembered(host, where);
  if (file) {
    const missing = await openKnown(host, file, ...place);
    if (missing) {
      tellFate(missing.path, missing);
    }
    return;
  }
  const match = await host.files.files.match(path, [], known);
  if (match && 'file' in match) {
    if (!(await openAt(uriOfPath(match.file), ...place))) {
      await host.files.missed(match.file);
      await tellMissing(host, match.file);
    }
    return;
  }
  if (match) {
    const chosen = await pickPath(match.candidates, path);
    if (chosen) {
      await openAt(uriOfPath(chosen), ...place);
    }
    return;
  }
  const uri = resolved(path);
  const inside = uri && rootOfUri(uri) !== undefined;
  if (uri && !inside) {
    const answer = await vscode.window.showWarningMessage(
      'Open a file outside of this workspace?',
      { modal: true, detail: uri.scheme === 'file' ? uri.fsPath : uri.toString(true) },
      'Open',
    );
    if (answer !== 'Open') {
      return;
    }
  }
  if (!(await openAt(uri, ...place))) {
    await tellMissing(host, path);
  }
}

/** The file that a tool call is about; several: a pick. */
export async function openToolFiles(host: Host, tool: ToolUse, ref: TurnRef): Promise<void> {
  const mentions = mergedMentions(mentionsOfTool(tool)).slice(0, MOST_OFFERED);
  const items = mentions.map(mention => ({
    label: plainLabel(mention.path),
    description: mention.line ? `line ${mention.line}` : '',
    mention,
  }));
  if (items.length === 0) {
    void inform('This tool call names no file.');
    return;
  }
  const picked = items.length === 1 ? items[0] : await vscode.window.showQuickPick(items, { placeHolder: 'Go to' });
  if (picked) {
    await openPath(host, { ...picked.mention, said: ref });
  }
}

async function tellMissing(host: Host, path: string): Promise<void> {
  const { id } = await host.workspaces.current();
  const [file] = await host.store.files.known(id, [normalisePath(path) ?? path]);
  tellFate(path, file);
}

function tellFate(path: string, file: File | undefined): void {
  const fate = file?.deleted_at
    ? `was deleted (${sayDate(new Date(file.deleted_at), dateNow())}). What was said about it is kept`
    : file
      ? `is ${uriOfPath(path) ? 'no longer there' : 'not in the open folder'}. What was said about it is kept`
      : 'is not in this workspace';
  void inform(plainMessage(`${path} ${fate}.`));
}

/** The file of this workspace that memory means by it, if memory has one. */
async function remembered(host: Host, { path, known, said }: WrittenPath): Promise<File | undefined> {
  if (!said && !known) {
    return undefined;
  }
  const { id } = await host.workspaces.current();
  if (!said) {
    return (await host.store.files.known(id, [path]))[0];
  }
  await host.files.caughtUp();
  const { conversation_id, turn_index } = said;
  const { files } = await host.store.mentions.ofTurns({ conversation_id, from: turn_index, to: turn_index });
  const file = mentionedAs(path, files)?.file;
  return file?.workspace_id === id ? file : undefined;
}

/** Where a path leads, `..` included, wherever that is. */
function resolved(written: string): vscode.Uri | undefined {
  const path = normalisePath(plainPath(written) ?? '');
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  if (!path) {
    return undefined;
  }
  return isAbsolute(path) || /^[A-Za-z]:\//.test(path)
    ? vscode.Uri.file(path)
    : folder && vscode.Uri.joinPath(folder, path);
}
