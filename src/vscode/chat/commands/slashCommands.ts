import type { Host } from '../../host.ts';
import { type ChatCommand, chatCommands } from '../../ids.ts';
import type { Exchange } from '../exchange.ts';
import { fileCommand } from './file.ts';
import { forgetCommand } from './forget.ts';
import { helpCommand } from './help.ts';
import { searchCommand } from './search.ts';
import { summarizeCommand } from './summarize.ts';
import { whyCommand } from './why.ts';

type SlashCommand = (host: Host, exchange: Exchange) => void | Promise<void>;

/** None of them asks a model, so all of them work offline. */
const slashCommands: Readonly<Record<ChatCommand, SlashCommand>> = {
  search: searchCommand,
  file: fileCommand,
  why: whyCommand,
  summarize: summarizeCommand,
  forget: forgetCommand,
  help: (_, exchange) => helpCommand(exchange),
};

/** Undefined for a plain question. */
export function slashCommandOf({ command }: Exchange['request']): SlashCommand | undefined {
  const chatCommand = chatCommands.find(name => name === command);
  return chatCommand && slashCommands[chatCommand];
}
