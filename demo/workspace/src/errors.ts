/** The server answered, but not with success. */
export class HttpError extends Error {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly detail: string;

  constructor(status: number, detail: string, retryAfter?: string) {
    super(`server answered ${status}${detail ? `: ${detail}` : ''}`);
    this.name = 'HttpError';
    this.status = status;
    this.detail = detail;
    this.retryAfter = retryAfter;
  }
}

/** No answer came: connection refused, reset, timed out. */
export class NetworkError extends Error {
  readonly code: string;
  readonly reusedSocket: boolean;

  constructor(code: string, message: string, reusedSocket = false) {
    super(message);
    this.name = 'NetworkError';
    this.code = code;
    this.reusedSocket = reusedSocket;
  }
}

/** The source file is no longer the one the upload began with. */
export class FileChangedError extends Error {
  constructor(path: string, what: string) {
    super(`${path} changed during the upload (${what}); run the command again to start over`);
    this.name = 'FileChangedError';
  }
}

/** The person asked for something parcel cannot do; shown without a stack. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

export function isAbort(error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || ('code' in error && error.code === 'ABORT_ERR'));
}

/** One line for the terminal. */
export function describeError(error: unknown): string {
  if (isAbort(error)) return 'interrupted; run the same command again to resume';
  if (error instanceof NetworkError) return `network: ${error.message} (${error.code})`;
  return error instanceof Error ? error.message : String(error);
}
