// Opens the demo in the VS Code of this machine, or serves it with code-server.
import { createServer } from 'node:net';
import { startCodeServer } from '../../test/support/vscode/codeServer.ts';
import { installBuiltExtension } from '../../test/support/vscode/profile.ts';
import { run } from './processes.mjs';
import { SetupError, say } from './progress.mjs';
import { ROOT } from './tools.mjs';

const QUESTION = '@memory what did we decide about retries?';
const PORTS_TO_TRY = 100;

export async function openInDesktop(code, { workspace, userDataDir, extensionsDir }) {
  say(`opening ${code} ...`);
  const args = [
    `--extensionDevelopmentPath=${ROOT}`,
    '--user-data-dir',
    userDataDir,
    '--extensions-dir',
    extensionsDir,
  ];
  // VS Code refuses to run as root unless it is told so.
  if (process.getuid?.() === 0) {
    args.push('--no-sandbox');
  }
  console.log(`In the chat, type: ${QUESTION}`);
  return await run(code, [...args, workspace]);
}

export async function openInCodeServer(demo, { port, exactly }) {
  installBuiltExtension(demo.extensionsDir);
  const server = await startCodeServer({
    folder: demo.workspace,
    userDataDir: demo.userDataDir,
    extensionsDir: demo.extensionsDir,
    port: await freePort(port, exactly),
  });
  let stopped = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      stopped = true;
      void server.stop();
    });
  }
  console.log(`\nOpen ${server.url}`);
  console.log(`In the chat, type: ${QUESTION}`);
  console.log('Ctrl+C ends it.');
  await server.ended;
  if (!stopped) {
    throw new SetupError(`code-server ended by itself.\n${server.output()}`);
  }
  return 0;
}

async function freePort(wanted, exactly) {
  if (exactly) {
    if (await isFree(wanted)) {
      return wanted;
    }
    throw new SetupError(`Port ${wanted} is in use. Choose another one with --port.`);
  }
  for (let port = wanted; port < wanted + PORTS_TO_TRY; port++) {
    if (await isFree(port)) {
      return port;
    }
  }
  throw new SetupError(`No free port from ${wanted} on. Choose one with --port.`);
}

function isFree(port) {
  return new Promise(resolve => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
