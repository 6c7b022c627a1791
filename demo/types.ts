/** A tool call within a turn, as an agent's log would have it. */
export interface DemoTool {
  name: string;
  arguments: Record<string, unknown>;
  reasoning?: string;
  result: string;
  success: boolean;
  error?: string;
  duration_ms: number;
}

export interface DemoTurn {
  /** After the conversation's start. */
  minutes: number;
  user: string;
  /** Workspace-relative paths attached by the person. */
  references?: string[];
  assistant: string;
  reasoning?: string;
  tools?: DemoTool[];
  model: string;
  status?: 'complete' | 'failed' | 'cancelled';
  error?: string;
}

export interface DemoConversation {
  /** A stable slug. */
  id: string;
  title: string;
  daysAgo: number;
  /** Local time of the start, such as '14:30'. */
  time: string;
  turns: DemoTurn[];
}

/**
 * Files that the conversations speak of and that are no longer in the workspace:
 * the first was renamed to src/retry.ts (see `retry-policy`), the second deleted (see `stall-sockets`).
 */
export const goneFiles: readonly string[] = ['src/backoff.ts', 'src/dnsCache.ts'];
/** Named in commands, but never part of the workspace: what is uploaded, a trace, a throwaway script. */
export const scratchFiles: readonly string[] = ['film.mov', 'http.log', 'scratch-simulate.mjs'];
