import { parseArgs } from 'node:util';
import { Recorder } from '../src/memory/recorder.ts';
import { workspaceIdOfFolder } from '../src/model/workspaceId.ts';
import { createSqliteStore } from '../src/store/sqlite/sqliteStore.ts';
import { formatLocalDate, startOfDay } from '../src/util/dates.ts';
import { silentLogger } from '../src/util/logger.ts';
import { demoConversations } from './conversations.ts';
import type { DemoConversation, DemoTurn } from './types.ts';

const MINUTE = 60_000;

export interface SeedOptions {
  /** The URI of the folder that the memory is about. */
  workspaceUri: string;
  database: string;
}

/** Tells the demo's conversations to the real recorder, as if they had been had in the months before today. */
export async function seedDemo({ workspaceUri, database }: SeedOptions): Promise<number> {
  const workerPath = new URL('../src/store/sqlite/worker.ts', import.meta.url);
  const store = createSqliteStore({ file: database, workerPath, logger: silentLogger });
  let clock = new Date();
  const recorder = new Recorder({
    store,
    settings: () => ({ enabled: true, redact: true, patterns: [] }),
    logger: silentLogger,
    now: () => clock,
  });
  let turns = 0;
  for (const conversation of demoConversations) {
    const began = startOf(conversation);
    for (const [index, turn] of conversation.turns.entries()) {
      clock = new Date(began + turn.minutes * MINUTE);
      const recording = await recorder.begin({
        external_id: `demo-${conversation.id}`,
        workspace_id: workspaceIdOfFolder(workspaceUri),
        workspace_name: 'parcel',
        title: conversation.title,
        request_id: `${conversation.id}-${index}`,
        content: turn.user,
        references: (turn.references ?? []).map(path => ({ path })),
      });
      clock = new Date(clock.getTime() + 0.4 * MINUTE);
      await recording?.end(outcomeOf(turn, clock));
      turns++;
    }
  }
  await store.close();
  return turns;
}

function startOf({ daysAgo, time }: DemoConversation): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const day = startOfDay(new Date());
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() - daysAgo, hours, minutes).getTime();
}

function outcomeOf(turn: DemoTurn, at: Date) {
  return {
    content: turn.assistant,
    status: turn.status ?? ('complete' as const),
    model: turn.model,
    ...(turn.reasoning === undefined ? {} : { reasoning: turn.reasoning }),
    ...(turn.error === undefined ? {} : { error: turn.error }),
    tools: (turn.tools ?? []).map(tool => ({
      tool_name: tool.name,
      arguments: tool.arguments,
      timestamp: formatLocalDate(at),
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
    console.error('Usage: node demo/seed.ts --workspace <folder URI> --database <file>');
    process.exit(1);
  }
  const turns = await seedDemo({ workspaceUri: values.workspace, database: values.database });
  console.log(`${turns} turns of demo memory written.`);
}
