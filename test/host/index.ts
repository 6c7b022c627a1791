// VS Code calls run() in its extension host. The bundle made by run.mjs imports every *.test.ts beside it.
import { runTests } from './suite.ts';

export function run(): Promise<void> {
  return runTests();
}
