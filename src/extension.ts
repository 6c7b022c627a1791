import { join } from 'node:path';
import * as vscode from 'vscode';
import { Exclusions } from './memory/context/past/exclusions.ts';
import { Background } from './memory/jobs/background.ts';
import { Recorder } from './memory/record/recorder.ts';
import { OwnPatterns } from './model/secrets/ownPatterns.ts';
import { createFilePlace } from './store/sqlite/file/filePlace.ts';
import { createSqliteStore } from './store/sqlite/thread/sqliteStore.ts';
import { describeError } from './util/errors.ts';
import { registerAsk } from './vscode/chat/ask.ts';
import { registerParticipant } from './vscode/chat/participant.ts';
import { FileMemory } from './vscode/files/fileMemory.ts';
import { registerFiles } from './vscode/files/registerFiles.ts';
import type { Host } from './vscode/host.ts';
import { registerLayers } from './vscode/layers/registerLayers.ts';
import { GeminiKey } from './vscode/models/geminiKey.ts';
import { registerGeminiKey } from './vscode/models/geminiKeyCommands.ts';
import { registerModelProvider } from './vscode/models/modelProvider.ts';
import { complain } from './vscode/notify.ts';
import { registerReceipts } from './vscode/receipts/receipts.ts';
import { registerForget } from './vscode/recording/forget.ts';
import { registerLostQuestions } from './vscode/recording/lostQuestions.ts';
import { registerRecording } from './vscode/recording/pause.ts';
import { formerFile, isOwnPlace, memoryFile, registerStorePlace } from './vscode/recording/storePlace.ts';
import { registerStoreTroubles } from './vscode/recording/storeTroubles.ts';
import { registerWhatIsRecorded } from './vscode/recording/whatIsRecorded.ts';
import { registerSearch } from './vscode/search/searchPick.ts';
import { readEnabled, readPatterns, readRedact } from './vscode/settings.ts';
import { registerStatusBar } from './vscode/statusBar.ts';
import { Summaries } from './vscode/summaries/summaries.ts';
import { registerSummaryCommands } from './vscode/summaries/summaryCommands.ts';
import { registerTranscripts } from './vscode/transcripts/transcripts.ts';
import { registerForks } from './vscode/workspace/forks.ts';
import { carryOverIdentity } from './vscode/workspace/olderIdentity.ts';
import { registerWhichMemory } from './vscode/workspace/whichMemory.ts';
import { Workspaces } from './vscode/workspace/workspaces.ts';
import { Owners } from './workspace/identity/owners.ts';

let host: Host | undefined;

export function activate(context: vscode.ExtensionContext): Partial<Host> {
  host = createHost(context);
  const features: readonly ((host: Host) => void)[] = [
    registerModelProvider,
    registerParticipant,
    registerLostQuestions,
    registerReceipts,
    registerForget,
    registerLayers,
    registerSearch,
    registerTranscripts,
    registerAsk,
    registerRecording,
    registerSummaryCommands,
    registerFiles,
    registerForks,
    registerStatusBar,
    registerGeminiKey,
    registerStorePlace,
    registerStoreTroubles,
    registerWhatIsRecorded,
    registerWhichMemory,
  ];
  for (const feature of features) {
    start(host, feature);
  }
  context.subscriptions.push(host.background.startLater());
  // Tests reach in; nobody else does.
  return context.extensionMode === vscode.ExtensionMode.Test ? host : {};
}

export async function deactivate(): Promise<void> {
  await host?.background.stop();
  await host?.store.close();
}

function createHost(context: vscode.ExtensionContext): Host {
  const log = vscode.window.createOutputChannel('Memory', { log: true });
  const file = () => memoryFile(context);
  const store = createSqliteStore({
    file,
    isOwnPlace,
    workerPath: join(context.extensionPath, 'dist', 'storeWorker.js'),
    logger: log,
  });
  const { work } = store;
  const place = createFilePlace({ store, file, formerFile: () => formerFile(context) });
  const ownPatterns = new OwnPatterns(problem => log.warn(`strata.privacy.patterns: ${problem}`));
  const settings = () => ({
    enabled: readEnabled(),
    redact: readRedact(),
    patterns: ownPatterns.of(readPatterns()),
  });
  const recorder = new Recorder({ store, settings, logger: log });
  const geminiKey = new GeminiKey(context.secrets, log);
  const carryOver = () => carryOverIdentity(context.globalState, store.workspaces);
  const owners = new Owners({ store, log, carryOver });
  const workspaces = new Workspaces(owners, log);
  const background = new Background({ work, logger: log, exists: () => store.exists() });
  const summaries = new Summaries({ store, work, recorder, geminiKey, log, workspaces, background });
  const files = new FileMemory({ store, recorder, workspaces, background, log });
  context.subscriptions.push(log, recorder, geminiKey, owners, workspaces, summaries, files);
  return {
    context,
    log,
    store,
    place,
    work,
    recorder,
    workspaces,
    owners,
    geminiKey,
    background,
    summaries,
    files,
    exclusions: new Exclusions(),
  };
}

/** One feature that fails is told and does not stop the others. */
function start(host: Host, feature: (host: Host) => void): void {
  try {
    feature(host);
  } catch (error) {
    host.log.error(`${feature.name} failed: ${describeError(error)}`);
    void complain('A part of Memory could not start. The log (Memory: Show Log) has the details.');
  }
}
