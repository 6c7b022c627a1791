// Gemini for host tests: the stand-in on the loopback, behind the person's own settings and secret storage.
import * as vscode from 'vscode';
import type { Host } from '../../src/vscode/host.ts';
import { modelVendor, settings } from '../../src/vscode/ids.ts';
import { type GeminiServer, startGeminiServer } from '../support/geminiServer.ts';
import { activateHost, until, withSettings } from './support.ts';

export const KEY = 'AIzaSyHost-0123456789abcdefghijklmnopq';
export const FLASH = 'gemini-2.5-flash';

/** The models of ours that can be picked now. */
export async function pickable(): Promise<string[]> {
  return (await vscode.lm.selectChatModels({ vendor: modelVendor })).map(({ id }) => id);
}

export async function untilPickable(wanted: boolean, id = FLASH): Promise<void> {
  await until(async () => (await pickable()).includes(id) === wanted, `${id} to ${wanted ? 'appear' : 'vanish'}`);
}

/** A Gemini that answers; without a key, unless the body sets one. */
export async function withServer(body: (server: GeminiServer, host: Host) => Promise<void>): Promise<void> {
  const host = await activateHost();
  const server = await startGeminiServer({ key: KEY });
  try {
    await withSettings({ [settings.geminiBaseUrl]: server.baseUrl }, () => body(server, host));
  } finally {
    await host.geminiKey.clear();
    await server.close();
    await untilPickable(false);
  }
}

/** A Gemini whose models can be picked; what was asked to list them is forgotten. */
export async function withGemini(body: (server: GeminiServer, host: Host) => Promise<void>): Promise<void> {
  await withServer(async (server, host) => {
    await host.geminiKey.set(KEY);
    await untilPickable(true);
    await server.settled();
    server.reset();
    await body(server, host);
  });
}

export async function flash(): Promise<vscode.LanguageModelChat> {
  const [model] = await vscode.lm.selectChatModels({ vendor: modelVendor, id: FLASH });
  if (!model) {
    throw new Error(`${FLASH} cannot be selected`);
  }
  return model;
}

/** Requests for an answer, without those for the list of models. */
export function questions({ requests }: GeminiServer): GeminiServer['requests'] {
  return requests.filter(({ path }) => path.includes(':streamGenerateContent'));
}
