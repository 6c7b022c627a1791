import { readFile, rename, writeFile } from 'node:fs/promises';
import { HttpError, UsageError } from './errors.ts';
import { readJson, type Transport } from './http.ts';

export interface Credentials {
  tokenUrl: string;
  /** Good for one use: every answer of the token server brings the next one. */
  refreshToken: string;
}

/** A token is renewed this long before it expires. */
export const renewEarlyMs = 60_000;

/** Undefined when there is no such file: the server is then used without a token. */
export async function loadCredentials(path: string): Promise<Credentials | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const value = JSON.parse(text) as Partial<Credentials>;
  if (!value.tokenUrl || !value.refreshToken) throw new UsageError(`${path} lacks tokenUrl or refreshToken`);
  return { tokenUrl: value.tokenUrl, refreshToken: value.refreshToken };
}

/** Writes beside the file and renames, so that a reader sees the old content or the new, never half. */
export async function saveCredentials(path: string, credentials: Credentials): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`;
  await writeFile(temporary, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
  await rename(temporary, path);
}

export class TokenSource {
  readonly #path: string;
  readonly #send: Transport;
  readonly #now: () => number;
  #token: string | undefined;
  #expiresAt = 0;
  #refreshing: Promise<string> | undefined;

  constructor(credentialsPath: string, send: Transport, now: () => number = Date.now) {
    this.#path = credentialsPath;
    this.#send = send;
    this.#now = now;
  }

  /** A token that is good for at least a minute. However many ask at once, one refresh runs. */
  async get(): Promise<string> {
    if (this.#token !== undefined && this.#now() < this.#expiresAt - renewEarlyMs) return this.#token;
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  /** Called after a 401; ignored when the token was replaced meanwhile. */
  invalidate(token: string): void {
    if (this.#token === token) this.#token = undefined;
  }

  async #refresh(): Promise<string> {
    const first = await this.#load();
    try {
      return await this.#exchange(first);
    } catch (error) {
      // Another parcel process may have used our refresh token; it has then left its successor in the file.
      const spent = error instanceof HttpError && error.status === 400 && error.detail === 'invalid_grant';
      const second = spent ? await this.#load() : first;
      if (second.refreshToken === first.refreshToken) throw error;
      return this.#exchange(second);
    }
  }

  async #load(): Promise<Credentials> {
    const credentials = await loadCredentials(this.#path);
    if (!credentials) throw new UsageError(`no credentials at ${this.#path}`);
    return credentials;
  }

  async #exchange(credentials: Credentials): Promise<string> {
    const response = await this.#send({
      method: 'POST',
      url: new URL(credentials.tokenUrl),
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refreshToken: credentials.refreshToken }),
      fresh: true,
    });
    const answer = readJson(response) as
      | { accessToken?: string; expiresIn?: number; refreshToken?: string; error?: string }
      | undefined;
    if (response.status !== 200 || !answer?.accessToken) throw new HttpError(response.status, answer?.error ?? '');
    const { accessToken, expiresIn = 900, refreshToken } = answer;
    if (refreshToken) await saveCredentials(this.#path, { ...credentials, refreshToken });
    this.#token = accessToken;
    this.#expiresAt = this.#now() + expiresIn * 1000;
    return accessToken;
  }
}
