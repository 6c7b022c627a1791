import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { checksumHeader, manifestDigest, sha256 } from './checksum.ts';

export interface DevServerOptions {
  port?: number;
  /** Share of part requests that are answered 503, from 0 to 1. */
  flaky?: number;
  /** Demand a token, and serve POST /v1/token. The first refresh token is 'dev-refresh-0'. */
  auth?: boolean;
  /** Seconds that a token lives. */
  expiresIn?: number;
}

interface Stored {
  name: string;
  size: number;
  parts: Map<number, Buffer>;
  complete: boolean;
}

export interface DevServer {
  url: string;
  server: Server;
  files: Map<string, Buffer>;
  /** 'PUT /v1/uploads/..' and so on, in order of arrival. */
  requests: string[];
  refreshes: () => number;
  close(): Promise<void>;
}

/** A storage server in memory, for tests and for trying things out. */
export async function startDevServer(options: DevServerOptions = {}): Promise<DevServer> {
  const { port = 0, flaky = 0, auth = false, expiresIn = 900 } = options;
  const uploads = new Map<string, Stored>();
  const files = new Map<string, Buffer>();
  const requests: string[] = [];
  let refreshes = 0;

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { pathname } = new URL(req.url ?? '/', 'http://dev');
    const route = `${req.method} ${pathname}`;
    requests.push(route);
    const body = await readBody(req);
    const [, , collection, id = '', what, number] = pathname.split('/');
    if (route === 'POST /v1/token' && auth) {
      if (JSON.parse(body.toString()).refreshToken !== `dev-refresh-${refreshes}`) {
        return answer(res, 400, { error: 'invalid_grant' });
      }
      refreshes++;
      const refreshToken = `dev-refresh-${refreshes}`;
      return answer(res, 200, { accessToken: `dev-access-${refreshes}`, expiresIn, refreshToken });
    }
    if (auth && req.headers.authorization !== `Bearer dev-access-${refreshes}`) {
      return answer(res, 401, { error: 'token expired or unknown' });
    }
    if (route === 'POST /v1/uploads') {
      const { name, size } = JSON.parse(body.toString()) as { name: string; size: number };
      const uploadId = randomUUID();
      uploads.set(uploadId, { name, size, parts: new Map(), complete: false });
      return answer(res, 201, { uploadId });
    }
    const upload = collection === 'uploads' ? uploads.get(id) : undefined;
    if (!upload) return answer(res, 404, { error: 'no such upload' });
    if (req.method === 'GET' && what === undefined) {
      const parts = [...upload.parts].map(([n, bytes]) => ({ number: n, sha256: sha256(bytes) }));
      return answer(res, 200, { complete: upload.complete, parts });
    }
    if (req.method === 'PUT' && what === 'parts') {
      if (Math.random() < flaky) return answer(res, 503, { error: 'flaky on purpose' });
      if (sha256(body) !== req.headers[checksumHeader]) return answer(res, 422, { error: 'checksum mismatch' });
      upload.parts.set(Number(number), body);
      return answer(res, 200, {});
    }
    if (req.method === 'PUT' && what === 'manifest') {
      const { parts: wanted } = JSON.parse(body.toString()) as { parts: string[] };
      const chunks = wanted.map((_, index) => upload.parts.get(index + 1) ?? Buffer.alloc(0));
      const whole = Buffer.concat(chunks);
      if (chunks.some((chunk, index) => sha256(chunk) !== wanted[index]) || whole.length !== upload.size) {
        return answer(res, 409, { error: 'parts missing or different' });
      }
      files.set(upload.name, whole);
      upload.complete = true;
      return answer(res, 200, { location: `/v1/files/${upload.name}`, digest: manifestDigest(wanted) });
    }
    answer(res, 405, { error: 'not here' });
  }

  const server = createServer((req, res) => {
    handle(req, res).catch(error => answer(res, 500, { error: String(error) }));
  });
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = (): Promise<void> =>
    new Promise(resolve => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url, server, files, requests, refreshes: () => refreshes, close };
}

async function readBody(req: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function answer(res: ServerResponse, status: number, value: unknown): void {
  if (res.headersSent) return;
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { port: { type: 'string' }, flaky: { type: 'string' }, auth: { type: 'boolean' } },
  });
  const port = Number(values.port ?? 8787);
  const { url } = await startDevServer({ port, flaky: Number(values.flaky ?? 0), auth: values.auth === true });
  console.log(`storage server (in memory) at ${url}; stop it with Ctrl-C`);
}
