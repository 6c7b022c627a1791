import type * as vscode from 'vscode';
import type { Exclusions } from '../memory/context/past/exclusions.ts';
import type { Background } from '../memory/jobs/background.ts';
import type { Recorder } from '../memory/record/recorder.ts';
import type { Store } from '../store/store.ts';
import type { Work } from '../work/work.ts';
import type { Owners } from '../workspace/identity/owners.ts';
import type { FileMemory } from './files/fileMemory.ts';
import type { GeminiKey } from './models/geminiKey.ts';
import type { MemoryPlace } from './recording/memoryPlace.ts';
import type { Summaries } from './summaries/summaries.ts';
import type { Workspaces } from './workspace/workspaces.ts';

/** What the features share. Made once, in extension.ts. */
export interface Host {
  context: vscode.ExtensionContext;
  log: vscode.LogOutputChannel;
  store: Store;
  /** The store's file, for what people do with files. */
  place: MemoryPlace;
  work: Work;
  recorder: Recorder;
  workspaces: Workspaces;
  /** Whose memory the workspaces use. */
  owners: Owners;
  geminiKey: GeminiKey;
  background: Background;
  summaries: Summaries;
  files: FileMemory;
  /** What a person left out of an answer to ask again. */
  exclusions: Exclusions;
}
