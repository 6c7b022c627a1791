/** An error with a reason that code can test and a sentence that a person can act on. */
export class StrataError<Reason extends string = string> extends Error {
  readonly reason: Reason;

  constructor(reason: Reason, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'StrataError';
    this.reason = reason;
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** For the log only: the message with the chain of causes, without stacks. */
export function describeError(error: unknown): string {
  const parts: string[] = [];
  for (let current = error; current !== undefined && parts.length < 5; ) {
    parts.push(messageOf(current));
    current = current instanceof Error ? current.cause : undefined;
  }
  return parts.join(' <- ');
}
