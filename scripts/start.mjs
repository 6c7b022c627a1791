// `npm start`: installs what is missing, builds, and opens VS Code with Strata on a demo workspace with a memory.
//   node scripts/start.mjs [--port N] [--fresh] [--no-code]
import { parseArgs } from 'node:util';
import { ensureCodeServer } from './lib/codeServerInstall.mjs';
import { continueOnProjectNode, ensureDependencies, projectEnvironment } from './lib/dependencies.mjs';
import { capture } from './lib/processes.mjs';
import { runMain, SetupError, say } from './lib/progress.mjs';
import { findOnPath, ROOT } from './lib/tools.mjs';

const DEFAULT_PORT = 8000;

await runMain(async () => {
  const options = readOptions();
  await ensureDependencies();
  await continueOnProjectNode();
  const code = options.noCode ? undefined : findOnPath('code');
  if (code === undefined) {
    await ensureCodeServer();
  }

  say('building the extension ...');
  const build = await capture(process.execPath, ['esbuild.js'], { cwd: ROOT, env: projectEnvironment() });
  if (build.code !== 0) {
    throw new SetupError(`The build failed.\n${build.output}`);
  }

  // These use the installed packages or TypeScript, hence not before this point.
  const { prepareDemo } = await import('./lib/demo.mjs');
  const demo = await prepareDemo({ fresh: options.fresh });
  const { openInCodeServer, openInDesktop } = await import('./lib/openVsCode.mjs');
  if (code !== undefined) {
    return await openInDesktop(code, demo);
  }
  return await openInCodeServer(demo, { port: options.port ?? DEFAULT_PORT, exactly: options.port !== undefined });
});

function readOptions() {
  const { values } = parseArgs({
    options: { port: { type: 'string' }, fresh: { type: 'boolean' }, 'no-code': { type: 'boolean' } },
  });
  const text = values.port ?? process.env.PORT;
  const port = text === undefined ? undefined : Number(text);
  if (port !== undefined && !(Number.isInteger(port) && port > 0 && port < 65536)) {
    throw new SetupError(`The port must be a number from 1 to 65535, not "${text}".`);
  }
  return { port, fresh: values.fresh ?? false, noCode: values['no-code'] ?? false };
}
