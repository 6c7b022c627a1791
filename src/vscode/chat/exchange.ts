import type * as vscode from 'vscode';
import type { GoneTurns, TurnRef } from '../../model/turn/turn.ts';
import type { RecordedStream } from './recordedStream.ts';

/** One request to `@memory` and where its answer goes. */
export interface Exchange {
  request: vscode.ChatRequest;
  stream: RecordedStream;
  token: vscode.CancellationToken;
  /** The chat session's own name. */
  conversation: string;
  /** What this chat showed before, recorded or not. */
  history: vscode.ChatContext['history'];
  /** What is looked for in memory: as it is recorded, for an answer may name the words that were not found. */
  wanted: string;
  /** Where this turn is recorded; undefined while recording is paused or the store is away. */
  ref: TurnRef | undefined;
  /** What its conversation is called in memory. */
  title: string | undefined;
  /** Whether what was said is in memory, will be, or is not recorded. */
  keeping: 'kept' | 'waiting' | 'paused';
  /** Recorded turns of this conversation that its chat no longer shows. */
  gone: GoneTurns;
}
