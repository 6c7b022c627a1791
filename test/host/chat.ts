// Talks to @memory in the real chat, as a person does.

import * as vscode from 'vscode';
import type { Conversation } from '../../src/model/conversation.ts';
import type { Turn } from '../../src/model/turn/turn.ts';
import { turnsOf } from '../../src/store/turnStore.ts';
import type { Host } from '../../src/vscode/host.ts';
import { modelVendor, offlineModelId } from '../../src/vscode/ids.ts';
import { allConversations, until } from './support.ts';

export interface Question {
  /** One of ours; the offline one unless told; undefined: as the picker shows. */
  model?: string | undefined;
  attachFiles?: (vscode.Uri | { uri: vscode.Uri; range: object })[];
}

export interface Recorded {
  conversation: Conversation;
  turn: Turn;
}

export async function newChat(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.chat.newChat');
}

/** Sends a message; chat works on it when this resolves. */
export async function say(text: string, { model = offlineModelId, attachFiles = [] }: Question = {}): Promise<void> {
  const modelSelector = { vendor: modelVendor, id: model };
  await vscode.commands.executeCommand('workbench.action.chat.open', {
    query: `@memory ${text}`,
    modelSelector,
    attachFiles,
  });
}

/** Says it and waits until question and answer are in the store. */
export async function ask(host: Host, text: string, question: Question = {}): Promise<Recorded> {
  await say(text, question);
  return await recorded(host, text);
}

/** Says it and waits until chat is done with it; resolves to the error that chat shows, if any. */
export async function sayAndWait(text: string, question: Question = {}): Promise<string | undefined> {
  const { model } = { model: offlineModelId, ...question };
  const result: unknown = await vscode.commands.executeCommand('workbench.action.chat.open', {
    query: `@memory ${text}`,
    ...(model === undefined ? {} : { modelSelector: { vendor: modelVendor, id: model } }),
    blockOnResponse: true,
  });
  const details: unknown = Reflect.get(Object(result), 'errorDetails');
  const shown: unknown = Reflect.get(Object(details), 'message');
  return typeof shown === 'string' ? shown : undefined;
}

/** The same, with what was recorded of it. */
export async function askInChat(
  host: Host,
  text: string,
  question: Question = {},
): Promise<Recorded & { shown: string | undefined }> {
  const shown = await sayAndWait(text, question);
  return { ...(await recorded(host, text)), shown };
}

export async function recorded(host: Host, text: string): Promise<Recorded> {
  return await until(async () => {
    const found = await findTurn(host, text);
    return found?.turn.assistant ? found : undefined;
  }, `an answer to “${text}” in the store`);
}

/** The newest turn in which a person said just this. */
export async function findTurn(host: Host, text: string): Promise<Recorded | undefined> {
  for (const conversation of await allConversations(host.store, 20)) {
    const turns = await turnsOf(host.store, conversation.uuid, { limit: 20, newestFirst: true });
    const turn = turns.find(({ user }) => user.content === text);
    if (turn) {
      return { conversation, turn };
    }
  }
  return undefined;
}
