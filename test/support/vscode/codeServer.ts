// A real VS Code on a loopback port: code-server, as installed by scripts/lib/codeServerInstall.mjs.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findCodeServer, ROOT } from '../../../scripts/lib/tools.mjs';

export interface CodeServerOptions {
  folder: string;
  userDataDir: string;
  extensionsDir: string;
  /** 0, the default, takes a free one. */
  port?: number;
  /** Lets a page hand over tests to run in the extension host. */
  testDriver?: boolean;
  env?: Record<string, string>;
}

export interface CodeServer {
  port: number;
  /** The address that opens the folder. */
  url: string;
  /** What the server printed so far. */
  output(): string;
  /** Resolves when the server ended, by itself or not. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

/** No extension gallery: a test talks to this machine only. */
export const OFFLINE: Record<string, string> = { EXTENSIONS_GALLERY: '{}' };

const GUARD = path.join(ROOT, 'scripts', 'lib', 'guard.mjs');
const START_TIMEOUT_MS = 60_000;

export async function startCodeServer(options: CodeServerOptions): Promise<CodeServer> {
  const installed = findCodeServer();
  if (installed === undefined) {
    throw new Error('code-server is not installed. Run "npm test" or "npm start" once.');
  }
  mkdirSync(options.userDataDir, { recursive: true });
  mkdirSync(options.extensionsDir, { recursive: true });
  // A socket's path may have about 100 characters, so it cannot be in the user data folder.
  const runDir = mkdtempSync(path.join(tmpdir(), 'strata-code-'));
  const config = path.join(runDir, 'config.yaml');
  writeFileSync(config, 'auth: none\n');

  const args = [GUARD, installed.node, installed.entry, '--config', config, '--auth', 'none'];
  args.push('--bind-addr', `127.0.0.1:${options.port ?? 0}`, '--session-socket', path.join(runDir, 'session.sock'));
  args.push('--user-data-dir', options.userDataDir, '--extensions-dir', options.extensionsDir);
  args.push(
    '--disable-telemetry',
    '--disable-update-check',
    '--disable-workspace-trust',
    '--disable-getting-started-override',
  );
  if (options.testDriver) {
    args.push('--vscode-option', 'enable-smoke-test-driver');
  }
  args.push(options.folder);

  const env = { ...cleanEnvironment(process.env), ...options.env };
  const child = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'pipe'] });
  let output = '';
  const ended = new Promise<void>(resolve => child.once('close', () => resolve())).then(() =>
    rmSync(runDir, { recursive: true, force: true }),
  );
  const listening = new Promise<number>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`code-server did not start.\n${output}`)), START_TIMEOUT_MS);
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const port = /HTTP server listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(output)?.[1];
      if (port === undefined) {
        return;
      }
      clearTimeout(timer);
      resolve(Number(port));
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void ended.then(() => {
      clearTimeout(timer);
      reject(new Error(`code-server ended before it listened.\n${output}`));
    });
  });
  const stop = () => {
    child.stdin.end();
    return ended;
  };
  try {
    const port = await listening;
    const url = `http://127.0.0.1:${port}/?folder=${encodeURIComponent(options.folder)}`;
    return { port, url, output: () => output, ended, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Variables of an outer VS Code, npm or test runner would change what the server does. */
export function cleanEnvironment(env: NodeJS.ProcessEnv): Record<string, string> {
  const foreign =
    /^(VSCODE_|CODE_SERVER_|ELECTRON_|npm_)|^(NODE_OPTIONS|NODE_TEST_CONTEXT|PORT|PASSWORD|HASHED_PASSWORD|GITHUB_TOKEN)$/;
  const kept = Object.entries(env).filter((entry): entry is [string, string] => {
    return entry[1] !== undefined && !foreign.test(entry[0]);
  });
  return Object.fromEntries(kept);
}
