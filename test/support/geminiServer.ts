import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defaultAnswer, embedAnswer, joinChunks, type ScriptedAnswer, toChunks } from './geminiServerAnswers.ts';
import { refusalOf } from './geminiServerChecks.ts';
import {
  type ActiveFault,
  badKey,
  type FaultName,
  type FaultOptions,
  httpFault,
  noKey,
  notFound,
  sendError,
  sendHtml,
  withFault,
} from './geminiServerFaults.ts';
import { defaultModels, type ServedModel } from './geminiServerModels.ts';

/** What tests look for in a body. It is recorded before it is checked, so all of it may be missing. */
export interface RecordedBody {
  contents?: { role?: string; parts?: RecordedPart[] }[];
  systemInstruction?: { role?: string; parts?: RecordedPart[] };
  tools?: { functionDeclarations?: { name: string; description?: string; parameters?: object }[] }[];
  toolConfig?: { functionCallingConfig?: { mode?: string } };
  generationConfig?: Record<string, unknown>;
  requests?: object[];
}

export interface RecordedPart {
  text?: string;
  thoughtSignature?: string;
  functionCall?: { name: string; args?: object; id?: string };
  functionResponse?: { name: string; response?: object; id?: string };
}

export interface RecordedRequest {
  method: string;
  /** With the query, without the key. */
  path: string;
  headers: Record<string, string>;
  body: RecordedBody;
}

export type Reply = ScriptedAnswer | ((request: RecordedRequest) => ScriptedAnswer | undefined);

export interface GeminiServer {
  baseUrl: string;
  requests: RecordedRequest[];
  /** From now on; `undefined` goes back to the server's own answers. */
  reply(answer: Reply | undefined): void;
  /** For the next request that asks a model; several wait in line. */
  replyOnce(answer: Reply): void;
  fail(fault: FaultName, options?: FaultOptions): void;
  /** Forgets requests, replies and faults. */
  reset(): void;
  /** Resolves when this many requests have come in. */
  arrived(count: number): Promise<void>;
  /** Resolves when no request is open: all answered, or given up by the client. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

interface Call {
  request: RecordedRequest;
  response: ServerResponse;
  fault: ActiveFault | undefined;
}

/** Speaks Gemini's REST protocol on the loopback, as strictly as the real one; see fail() for how it misbehaves. */
export async function startGeminiServer(options: {
  key: string;
  models?: ServedModel[];
  /** The longest page of the list of models. */
  pageSize?: number;
}): Promise<GeminiServer> {
  const models = options.models ?? defaultModels;
  const requests: RecordedRequest[] = [];
  const closing = new AbortController();
  let standing: Reply | undefined;
  let queue: Reply[] = [];
  let faults: ActiveFault[] = [];
  let open = 0;
  let watchers: (() => void)[] = [];

  const notify = () => {
    for (const watcher of [...watchers]) {
      watcher();
    }
  };
  const until = (condition: () => boolean) =>
    new Promise<void>(resolve => {
      const watcher = () => {
        if (!condition()) {
          return;
        }
        watchers = watchers.filter(other => other !== watcher);
        resolve();
      };
      watchers.push(watcher);
      watcher();
    });
  const pause = (ms: number) =>
    new Promise<void>(resolve => {
      const timer = setTimeout(resolve, ms);
      closing.signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
    });

  const server = createServer((message, response) => {
    open++;
    response.once('close', () => {
      open--;
      notify();
    });
    handle(message, response).catch(error => {
      if (!response.headersSent) {
        sendError(response, { code: 500, status: 'INTERNAL', message: String(error) });
      } else {
        response.destroy();
      }
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  async function handle(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(message.url ?? '/', 'http://127.0.0.1');
    const given = message.headers['x-goog-api-key'] ?? url.searchParams.get('key');
    url.searchParams.delete('key');
    const text = await readAll(message);
    const headers = Object.fromEntries(Object.entries(message.headers).map(([name, value]) => [name, String(value)]));
    if (headers['x-goog-api-key']) {
      headers['x-goog-api-key'] = given === options.key ? '(the key)' : '(a wrong key)';
    }
    const request = {
      method: message.method ?? '',
      path: url.pathname + url.search,
      headers,
      body: parse(text) as RecordedBody,
    };
    requests.push(request);
    notify();
    const fault = takeFault(request.path);
    if (fault?.name === 'refused-connection') {
      return void message.socket.destroy();
    }
    if (fault?.name === 'never' && fault.options.afterChunks === undefined) {
      return;
    }
    if (fault?.name === 'slow-start') {
      await pause(fault.options.delayMs ?? 50);
    }
    if (fault?.name === 'html') {
      return sendHtml(response, fault.options.status ?? 200);
    }
    if (!given) {
      return sendError(response, noKey);
    }
    if (given !== options.key) {
      return sendError(response, badKey);
    }
    await route({ request, response, fault }, url);
  }

  async function route(call: Call, url: URL): Promise<void> {
    const [, model = '', method = ''] = /^\/v1beta\/models\/([^:/]+):(\w+)$/.exec(url.pathname) ?? [];
    const error = call.fault && httpFault(call.fault.name, call.fault.options, { key: options.key, model, method });
    if (error) {
      return sendError(call.response, error);
    }
    if (url.pathname === '/v1beta/models' && call.request.method === 'GET') {
      return list(call, url.searchParams);
    }
    const served = models.find(({ name }) => name === `models/${model}`);
    const listed = method
      .replace('streamGenerateContent', 'generateContent')
      .replace('batchEmbedContents', 'embedContent');
    if (call.request.method !== 'POST' || method === '') {
      return sendHtml(call.response, 404);
    }
    if (!served?.supportedGenerationMethods.includes(listed)) {
      return sendError(call.response, notFound(model, method));
    }
    if (method.endsWith('enerateContent')) {
      return generate(call, model, url.searchParams.get('alt') === 'sse');
    }
    if (method === 'countTokens') {
      return sendJson(call, { totalTokens: Math.ceil(JSON.stringify(call.request.body).length / 4) });
    }
    const embedded = embedAnswer(call.request.body, method === 'batchEmbedContents');
    if (typeof embedded !== 'string') {
      return sendJson(call, embedded);
    }
    sendError(call.response, { code: 400, status: 'INVALID_ARGUMENT', message: embedded });
  }

  async function generate(call: Call, model: string, sse: boolean): Promise<void> {
    const { request, response, fault } = call;
    const refusal = refusalOf(model, request.body);
    if (refusal) {
      return sendError(response, { code: 400, status: 'INVALID_ARGUMENT', message: refusal });
    }
    const scripted = queue.shift() ?? standing;
    const answer = typeof scripted === 'function' ? scripted(request) : scripted;
    const chunks = withFault(toChunks(answer ?? defaultAnswer(model, request.body), model, request.body), fault);
    if (!sse) {
      return sendJson(call, joinChunks(chunks));
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    for (const chunk of chunks) {
      if (fault?.name === 'slow-chunks') {
        await pause(fault.options.delayMs ?? 20);
      }
      await write(response, event(chunk));
    }
    await endStream(call);
  }

  async function endStream({ response, fault }: Call): Promise<void> {
    await fault?.options.when;
    if (fault?.name === 'broken-stream') {
      return void response.socket?.destroy();
    }
    if (fault?.name === 'never') {
      return;
    }
    if (fault?.name === 'half-chunk') {
      await write(response, 'data: {"candidates": [{"content": {"parts": [{"te');
    }
    if (fault?.name === 'damaged-chunk') {
      await write(response, 'data: {"candidates": [{"content": {"parts": [{"te\n\n');
    }
    if (fault?.name === 'stream-error') {
      await write(
        response,
        event({ error: { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' } }),
      );
    }
    response.end();
  }

  function list(call: Call, query: URLSearchParams): void {
    const size = Math.min(Number(query.get('pageSize') ?? 50), options.pageSize ?? 1000);
    const from = Number(query.get('pageToken') ?? 0);
    const more = from + size < models.length;
    sendJson(call, { models: models.slice(from, from + size), ...(more && { nextPageToken: String(from + size) }) });
  }

  function sendJson({ response, fault }: Call, value: object): void {
    const text = JSON.stringify(value);
    const broken = fault?.name === 'broken-stream' || fault?.name === 'half-chunk';
    response.writeHead(200, { 'content-type': 'application/json; charset=UTF-8' });
    if (!broken) {
      return void response.end(text);
    }
    response.write(text.slice(0, text.length / 2), () => {
      if (fault?.name === 'half-chunk') {
        response.end();
      } else {
        response.socket?.destroy();
      }
    });
  }

  function takeFault(path: string): ActiveFault | undefined {
    faults = faults.filter(({ left, until }) => left > 0 && until > Date.now());
    const fault = faults.find(({ options }) => path.includes(options.only ?? ''));
    if (fault) {
      fault.left--;
    }
    return fault;
  }

  return {
    baseUrl: `http://127.0.0.1:${port}`,
    requests,
    reply(answer) {
      standing = answer;
    },
    replyOnce(answer) {
      queue.push(answer);
    },
    fail(name, options = {}) {
      const { times = options.forMs === undefined ? 1 : Number.POSITIVE_INFINITY, forMs } = options;
      faults.push({
        name,
        options,
        left: times,
        until: forMs === undefined ? Number.POSITIVE_INFINITY : Date.now() + forMs,
      });
    },
    reset() {
      requests.length = 0;
      standing = undefined;
      queue = [];
      faults = [];
    },
    arrived: count => until(() => requests.length >= count),
    settled: () => until(() => open === 0),
    async close() {
      closing.abort();
      const closed = new Promise<void>(resolve => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

function event(value: object): string {
  // Google escapes these; raw ones make the SDK's parser lose the chunk.
  const json = JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
  return `data: ${json}\r\n\r\n`;
}

function write(response: ServerResponse, text: string): Promise<void> {
  return new Promise(resolve => {
    if (response.destroyed) {
      return resolve();
    }
    response.once('close', resolve);
    response.write(text, () => resolve());
  });
}

async function readAll(message: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of message) {
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

function parse(text: string): unknown {
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch {
    return text;
  }
}
