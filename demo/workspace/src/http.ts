import http from 'node:http';
import https from 'node:https';
import { NetworkError } from './errors.ts';

/**
 * An idle socket is closed after this long, before servers (5 s is a common default) or the boxes in between
 * forget it. A request sent over a forgotten connection gets no answer at all.
 */
export const idleSocketMs = 4_000;
/** No bytes in either direction for this long ends a request. */
export const requestTimeoutMs = 60_000;

export interface HttpRequest {
  method: string;
  url: URL;
  headers?: Record<string, string>;
  body?: Uint8Array | string;
  /** Open a new connection for this request and close it afterwards. */
  fresh?: boolean;
  timeoutMs?: number;
  signal?: AbortSignal | undefined;
}

export interface HttpResponse {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

export type Transport = (request: HttpRequest) => Promise<HttpResponse>;

const agentOptions = { keepAlive: true, timeout: idleSocketMs } as const;
const agents = { 'http:': new http.Agent(agentOptions), 'https:': new https.Agent(agentOptions) };

/** Closes the pooled sockets, so that the process can end at once. */
export function closeSockets(): void {
  for (const agent of Object.values(agents)) agent.destroy();
}

/** Sends one request and reads the whole answer. No retries here, and no judgement of the status. */
export const send: Transport = request =>
  new Promise((resolve, reject) => {
    const { method, url, headers = {}, body, fresh = false, timeoutMs = requestTimeoutMs, signal } = request;
    const secure = url.protocol === 'https:';
    const length = body === undefined ? 0 : Buffer.byteLength(body);
    const options: http.RequestOptions = {
      method,
      headers: { ...headers, 'content-length': String(length) },
      agent: fresh ? false : agents[secure ? 'https:' : 'http:'],
      timeout: timeoutMs,
      ...(signal ? { signal } : {}),
    };
    const req = (secure ? https : http).request(url, options, res => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('end', () => resolve({ status: res.statusCode ?? 0, headers: res.headers, body: Buffer.concat(chunks) }));
      res.on('error', fail);
    });
    function fail(error: NodeJS.ErrnoException): void {
      if (error.name === 'AbortError' || error instanceof NetworkError) reject(error);
      else reject(new NetworkError(error.code ?? 'EUNKNOWN', error.message, req.reusedSocket));
    }
    req.on('timeout', () => {
      const what = `no data for ${timeoutMs} ms from ${url.host}`;
      req.destroy(new NetworkError('ETIMEDOUT', what, req.reusedSocket));
    });
    req.on('error', fail);
    req.end(body);
  });

/** The body as JSON, or undefined when it is not. */
export function readJson(response: HttpResponse): unknown {
  try {
    return JSON.parse(response.body.toString('utf8'));
  } catch {
    return undefined;
  }
}
