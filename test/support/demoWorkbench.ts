import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyDemoWorkspace, seedDemo } from '../../demo/seed.ts';
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

/** A real VS Code on a fresh, signed-out profile and a copy of the demo's program, with its memory or without. */
export async function openDemo(options: Partial<WorkbenchOptions> & { memory?: boolean } = {}): Promise<DemoWorkbench> {
  const scratch = mkdtempSync(join(tmpdir(), 'strata-demo-'));
  const folder = join(scratch, 'parcel');
  const userDataDir = join(scratch, 'user');
  copyDemoWorkspace(folder);
  if (options.memory ?? true) {
    await seedDemo(databaseIn(userDataDir));
  }
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
