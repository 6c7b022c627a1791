import { existsSync } from 'node:fs';
import type { Host } from '../host.ts';
import { memoryFile } from '../recording/storePlace.ts';
import { registerSummaryCommands } from './summaryCommands.ts';

export function registerSummaries(host: Host): void {
  host.context.subscriptions.push(host.summaries.startLater(() => existsSync(memoryFile(host.context))));
  registerSummaryCommands(host);
}
