import { affichageProgression } from './conversations/affichageProgression.ts';
import { beforeRelease } from './conversations/beforeRelease.ts';
import { checksums } from './conversations/checksums.ts';
import { configPrecedence } from './conversations/configPrecedence.ts';
import { firstRetryLoop } from './conversations/firstRetryLoop.ts';
import { firstSketch } from './conversations/firstSketch.ts';
import { parallelParts } from './conversations/parallelParts.ts';
import { resumeJournal } from './conversations/resumeJournal.ts';
import { retryPolicy } from './conversations/retryPolicy.ts';
import { stallDns } from './conversations/stallDns.ts';
import { stallSockets } from './conversations/stallSockets.ts';
import { tokenRefresh } from './conversations/tokenRefresh.ts';
import type { DemoConversation } from './types.ts';

/** The memory of how demo/workspace was made, oldest first. */
export const demoConversations: DemoConversation[] = [
  firstSketch,
  checksums,
  firstRetryLoop,
  resumeJournal,
  parallelParts,
  stallDns,
  retryPolicy,
  tokenRefresh,
  affichageProgression,
  stallSockets,
  configPrecedence,
  beforeRelease,
];
