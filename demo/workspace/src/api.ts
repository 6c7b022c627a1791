import type { TokenSource } from './auth.ts';
import { checksumHeader, isDigest } from './checksum.ts';
import { HttpError } from './errors.ts';
import { type HttpRequest, type HttpResponse, readJson, type Transport } from './http.ts';
import { type RetryOptions, withRetries } from './retry.ts';

export interface UploadStatus {
  complete: boolean;
  /** Digest by part number, of the parts that the server has stored. */
  parts: Map<number, string>;
}

export interface StorageClientOptions {
  server: string;
  send: Transport;
  tokens?: TokenSource | undefined;
  retry?: RetryOptions;
}

/** The storage server's four calls; see docs/protocol.md. */
export class StorageClient {
  readonly #options: StorageClientOptions;

  constructor(options: StorageClientOptions) {
    this.#options = options;
  }

  /** Not idempotent, so never retried: a lost answer would leave a second, empty upload behind. */
  async createUpload(name: string, size: number, partSize: number): Promise<string> {
    const answer = await this.#call('POST', 'v1/uploads', JSON.stringify({ name, size, partSize }), {}, true);
    const { uploadId } = (readJson(answer) ?? {}) as { uploadId?: string };
    if (!uploadId) throw new HttpError(answer.status, 'the answer names no upload');
    return uploadId;
  }

  /** Undefined when the server does not know the upload (any more). */
  async uploadStatus(uploadId: string): Promise<UploadStatus | undefined> {
    try {
      const answer = readJson(await this.#call('GET', `v1/uploads/${uploadId}`)) as {
        complete?: boolean;
        parts?: { number: number; sha256: string }[];
      };
      const parts = (answer.parts ?? []).filter(part => isDigest(part.sha256));
      return { complete: answer.complete === true, parts: new Map(parts.map(part => [part.number, part.sha256])) };
    } catch (error) {
      if (error instanceof HttpError && error.status === 404) return undefined;
      throw error;
    }
  }

  async putPart(uploadId: string, number: number, bytes: Uint8Array, digest: string): Promise<void> {
    await this.#call('PUT', `v1/uploads/${uploadId}/parts/${number}`, bytes, { [checksumHeader]: digest });
  }

  /** A PUT, not a POST, so that it may be repeated when the answer is lost. */
  async commitManifest(uploadId: string, digests: readonly string[]): Promise<string> {
    const answer = await this.#call('PUT', `v1/uploads/${uploadId}/manifest`, JSON.stringify({ parts: digests }));
    const { location } = (readJson(answer) ?? {}) as { location?: string };
    return location ?? '';
  }

  async #call(
    method: string,
    path: string,
    body?: Uint8Array | string,
    headers: Record<string, string> = {},
    fresh = false,
  ): Promise<HttpResponse> {
    const { server, retry = {} } = this.#options;
    const url = new URL(path, server.endsWith('/') ? server : `${server}/`);
    const type = typeof body === 'string' ? 'application/json' : 'application/octet-stream';
    const request: HttpRequest = {
      method,
      url,
      headers: { 'content-type': type, ...headers },
      fresh,
      signal: retry.signal,
      ...(body === undefined ? {} : { body }),
    };
    return withRetries(method, () => this.#once(request), retry);
  }

  /** One attempt; a 401 is answered once with a new token, and does not count as a retry. */
  async #once(request: HttpRequest): Promise<HttpResponse> {
    const { send, tokens } = this.#options;
    for (let renewed = false; ; renewed = true) {
      const token = await tokens?.get();
      const headers = token === undefined ? request.headers : { ...request.headers, authorization: `Bearer ${token}` };
      const response = await send({ ...request, ...(headers ? { headers } : {}) });
      if (response.status === 401 && token !== undefined && !renewed) {
        tokens?.invalidate(token);
        continue;
      }
      if (response.status >= 200 && response.status < 300) return response;
      const { error = '' } = (readJson(response) ?? {}) as { error?: string };
      throw new HttpError(response.status, error, response.headers['retry-after']);
    }
  }
}
