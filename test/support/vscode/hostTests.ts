// Opens a workbench that runs a test bundle in its extension host, and waits for the result.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { launchChromium } from './chromium.ts';
import { OFFLINE, startCodeServer } from './codeServer.ts';
import { parseLaunchArguments, testUrl } from './launchArguments.ts';
import { writeUserSettings } from './profile.ts';

export async function launchHostTests(commandLine: readonly string[]): Promise<number> {
  const args = parseLaunchArguments(commandLine);
  const scratch = mkdtempSync(path.join(tmpdir(), 'strata-host-'));
  const userDataDir = args.userDataDir ?? path.join(scratch, 'user');
  writeUserSettings(userDataDir);
  try {
    const server = await startCodeServer({
      folder: args.folder ?? scratch,
      userDataDir,
      extensionsDir: args.extensionsDir ?? path.join(scratch, 'extensions'),
      testDriver: true,
      env: OFFLINE,
    });
    try {
      const browser = await launchChromium();
      const page = await browser.newPage();
      const exit = new Promise<number>((resolve, reject) => {
        page.exposeFunction('codeAutomationExit', resolve).catch(reject);
        page.once('crash', () => reject(new Error('The page of the workbench crashed.')));
        void server.ended.then(() => reject(new Error(`code-server ended.\n${server.output()}`)));
      });
      await page.exposeFunction('codeAutomationLog', relay);
      const [code] = await Promise.all([exit, page.goto(testUrl(server.url, server.port, args))]);
      await browser.close();
      return code;
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function relay(type: string, values: unknown[]): void {
  const text = values.map(value => (typeof value === 'string' ? value : JSON.stringify(value))).join(' ');
  (type === 'error' || type === 'warn' ? process.stderr : process.stdout).write(`${text}\n`);
}
