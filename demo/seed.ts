import { execFileSync } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { OfflineSummarizer } from '../src/llm/offline/offlineSummarizer.ts';
import type { IncomingTurn, Outcome } from '../src/memory/record/incoming.ts';
import { Recorder } from '../src/memory/record/recorder.ts';
import { Layers } from '../src/memory/summaries/layers.ts';
import { workspaceIdOfRemote } from '../src/model/workspace/workspaceId.ts';
import { createSqliteStore } from '../src/store/sqlite/thread/sqliteStore.ts';
import type { Store } from '../src/store/store.ts';
import { formatLocalDate, startOfDay } from '../src/util/dates.ts';
import { silentLogger } from '../src/util/logger.ts';
import { demoConversations } from './conversations.ts';
import type { DemoConversation, DemoTurn } from './types.ts';

const MINUTE = 60_000;

/** The demo is a repository of its own, so that its memory finds it wherever the folder lies. */
const REMOTE = 'https://example.org/demo/parcel.git';
export const demoWorkspaceId = workspaceIdOfRemote(REMOTE) ?? '';

/** A copy of the demo's program to work in. */
export function copyDemoWorkspace(folder: string): void {
  if (!existsSync(folder)) {
    cpSync(join(import.meta.dirname, 'workspace'), folder, { recursive: true });
  }
  if (!existsSync(join(folder, '.git'))) {
    execFileSync('git', ['init', '--quiet', '--initial-branch=main', folder]);
    const git = (...args: string[]) => execFileSync('git', ['-C', folder, ...args]);
    git('remote', 'add', 'origin', REMOTE);
    git('add', '.');
    git(
      '-c',
      'user.name=Demo',
      '-c',
      'user.email=demo@example.org',
      'commit',
      '--quiet',
      '-m',
      'The program of the demo',
    );
  }
}

/** Tells the demo's conversations to the real recorder, as if they had been had in the months before today. */
export async function seedDemo(database: string): Promise<number> {
  const workerPath = new URL('../src/store/sqlite/thread/worker.ts', import.meta.url);
  const store = createSqliteStore({ file: database, workerPath, logger: silentLogger });
  const recorder = new Recorder({
    store,
    settings: () => ({ enabled: true, redact: true, patterns: [] }),
    logger: silentLogger,
  });
  let turns = 0;
  for (const conversation of demoConversations) {
    for (const turn of turnsOf(conversation)) {
      // As in a live chat, the question first: what is indexed at once is ranked a little differently.
      const { outcome: _, ...asked } = turn;
      turns += await recorder.record([asked]);
      await recorder.record([turn]);
    }
  }
  await condense(store);
  await store.close();
  return turns;
}

function turnsOf(conversation: DemoConversation): IncomingTurn[] {
  const began = startOf(conversation);
  return conversation.turns.map((turn, index) => {
    const asked = began + turn.minutes * MINUTE;
    return {
      external_id: `demo-${conversation.id}`,
      workspace_id: demoWorkspaceId,
      workspace_name: 'parcel',
      title: conversation.title,
      request_id: `${conversation.id}-${index}`,
      content: turn.user,
      references: (turn.references ?? []).map(path => ({ path })),
      timestamp: formatLocalDate(new Date(asked)),
      outcome: outcomeOf(turn, formatLocalDate(new Date(asked + 0.4 * MINUTE))),
    };
  });
}

/** Its layers of summaries, as they would have grown by themselves on a fresh install. */
async function condense(store: Store): Promise<void> {
  const offline = new OfflineSummarizer();
  const layers = new Layers({
    store,
    settings: () => ({ everyChars: 10_000, everyTurns: 0, everyTokens: 0, maxLevel: 3 }),
    maker: {
      async summarize(material, signal) {
        const condensed = await offline.summarize(material, signal);
        return { condensed, made_by: offline.id, prompt_version: offline.promptVersion, provisional: false };
      },
    },
  });
  for (const { uuid } of await store.conversations.list({ reach: 'all', limit: 100 })) {
    await layers.make(uuid, new AbortController().signal);
  }
}

function startOf({ daysAgo, time }: DemoConversation): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const day = startOfDay(new Date());
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() - daysAgo, hours, minutes).getTime();
}

function outcomeOf(turn: DemoTurn, timestamp: string): Outcome {
  return {
    timestamp,
    content: turn.assistant,
    status: turn.status ?? ('complete' as const),
    model: turn.model,
    ...(turn.reasoning === undefined ? {} : { reasoning: turn.reasoning }),
    ...(turn.error === undefined ? {} : { error: turn.error }),
    tools: (turn.tools ?? []).map(tool => ({
      tool_name: tool.name,
      arguments: tool.arguments,
      timestamp,
      duration_ms: tool.duration_ms,
      success: tool.success,
      result: tool.result,
      ...(tool.reasoning === undefined ? {} : { reasoning: tool.reasoning }),
      ...(tool.error === undefined ? {} : { error: tool.error }),
    })),
  };
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { workspace: { type: 'string' }, database: { type: 'string' } } });
  if (!values.workspace || !values.database) {
    console.error('Usage: node demo/seed.ts --workspace <folder> --database <file>');
    process.exit(1);
  }
  copyDemoWorkspace(values.workspace);
  const turns = await seedDemo(values.database);
  console.log(`${turns} turns of demo memory written.`);
}
