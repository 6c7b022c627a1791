import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dropLostQuestions, type ReadChat, WRITTEN_MS } from '../../memory/record/lostQuestions.ts';
import { describeError } from '../../util/errors.ts';
import type { Host } from '../host.ts';
import { memoryFile } from './storePlace.ts';

/** Once this window has settled. */
const START_MS = 10_000;

/** Looks for questions that an earlier window lost, and once more when those of its last moments are old enough. */
export function registerLostQuestions(host: Host): void {
  let timer: NodeJS.Timeout | undefined;
  const later = (ms: number, again: boolean) => {
    timer = setTimeout(() => {
      look(host).then(
        unsure => unsure && again && later(WRITTEN_MS, false),
        error => host.log.warn(`Lost questions: ${describeError(error)}`),
      );
    }, ms);
  };
  later(START_MS, true);
  host.context.subscriptions.push({ dispose: () => clearTimeout(timer) });
}

async function look(host: Host): Promise<boolean> {
  const readChat = chatReader(host.context.storageUri?.fsPath);
  if (!readChat || !existsSync(memoryFile(host.context))) {
    return false;
  }
  const { id } = await host.workspaces.current();
  return await dropLostQuestions(host.store, { workspace_id: id }, readChat, Date.now());
}

/** VS Code's own chats lie beside our storage; not documented, so only looked for. In a remote window they are elsewhere. */
export function chatReader(storage: string | undefined): ReadChat | undefined {
  const folder = storage && join(storage, '..', 'chatSessions');
  return folder && existsSync(folder)
    ? async session =>
        /^[\w-]+$/.test(session)
          ? await readFile(join(folder, `${session}.jsonl`), 'utf8').catch(() => undefined)
          : undefined
    : undefined;
}
