import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Postponed } from '../../memory/jobs/jobRunner.ts';
import { routineKinds } from '../../memory/jobs/routine.ts';
import { dropLostQuestions, type ReadChat, WRITTEN_MS } from '../../memory/record/lostQuestions.ts';
import { systemClock } from '../../util/clock.ts';
import type { Host } from '../host.ts';

/** Looks for questions that an earlier window lost, and once more when those of its last moments are old enough. */
export function registerLostQuestions({ context, background, store, workspaces }: Host): void {
  const storage = context.storageUri?.fsPath;
  if (storage === undefined) {
    return;
  }
  const kind = routineKinds.lostQuestions;
  // Only a window of this workspace has its chats.
  const key = basename(dirname(storage));
  let mayLookAgain = true;
  background.register({
    kind,
    quick: true,
    keys: async () => [key],
    run: async () => {
      const readChat = chatReader(storage);
      const { id } = await workspaces.current();
      const unsure = readChat && (await dropLostQuestions(store, { workspace_id: id }, readChat, systemClock.now()));
      if (unsure && mayLookAgain) {
        mayLookAgain = false;
        throw new Postponed(systemClock.now() + WRITTEN_MS);
      }
    },
  });
  background.atStart(async () => {
    if (chatReader(storage)) {
      await background.ask(kind, key);
    }
  });
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
