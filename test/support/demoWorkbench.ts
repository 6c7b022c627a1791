import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { copyDemoWorkspace, seedDemo } from '../../demo/seed.ts';
import { ROOT } from '../../scripts/lib/tools.mjs';
import { openWorkbench, type Workbench, type WorkbenchOptions } from './vscode/workbench.ts';

export interface DemoWorkbench {
  workbench: Workbench;
  /** The demo's program. */
  folder: string;
  database: string;
  close(): Promise<void>;
}

export function databaseIn(userDataDir: string): string {
  return join(userDataDir, 'User', 'globalStorage', 'strata.strata-memory', 'memory.db');
}

/** Inside the clone, as with `npm start`: there the program finds the types of Node. */
const SCRATCH = join(ROOT, '.vscode-test');

export interface DemoOptions extends Partial<WorkbenchOptions> {
  memory?: boolean;
  /** Before VS Code starts. */
  prepare?: (userDataDir: string) => Promise<void>;
}

/** A real VS Code on a fresh, signed-out profile and a copy of the demo's program, with its memory or without. */
export async function openDemo(options: DemoOptions = {}): Promise<DemoWorkbench> {
  mkdirSync(SCRATCH, { recursive: true });
  const scratch = mkdtempSync(join(SCRATCH, 'demo-'));
  const folder = join(scratch, 'parcel');
  const userDataDir = join(scratch, 'user');
  copyDemoWorkspace(folder);
  if (options.memory ?? true) {
    await seedDemo(databaseIn(userDataDir));
  }
  await options.prepare?.(userDataDir);
  const workbench = await openWorkbench({ folder, userDataDir, ...options });
  return {
    workbench,
    folder,
    database: databaseIn(userDataDir),
    close: async () => {
      await workbench.close();
      rmSync(scratch, { recursive: true, force: true });
    },
  };
}
