import { escapeMarkdown } from '../memory/markdown.ts';
import { sayDate } from '../util/dates.ts';
import { plural } from '../util/text.ts';
import { registerCommand } from './commands.ts';
import type { Host } from './host.ts';
import { commands } from './ids.ts';
import { infoPage } from './infoPage.ts';
import { readEnabled, readPatterns, readRedact } from './settings.ts';
import { memoryFile } from './storePlace.ts';

/** A page that says what is kept, where, and how to be rid of it. */
export function registerWhatIsRecorded(host: Host): void {
  registerCommand(
    host,
    commands.whatIsRecorded,
    infoPage(host, 'What is recorded', () => page(host)),
  );
}

async function page(host: Host): Promise<string> {
  const here = await host.workspaces.current();
  const [inHere, overall] = await Promise.all([
    host.store.conversations.totals({ workspace_id: here.id }),
    host.store.conversations.totals('all'),
  ]);
  const last = overall.last_recorded ? sayDate(new Date(overall.last_recorded), new Date()) : 'never';
  const key = (await host.geminiKey.get()) !== undefined;
  const patterns = readPatterns().length;
  return `# What is recorded

**Now:** recording is ${readEnabled() ? 'on' : 'paused'}.

| | conversations | turns |
|---|---|---|
| ${escapeMarkdown(here.name)} | ${inHere.conversations} | ${inHere.turns} |
| all workspaces | ${overall.conversations} | ${overall.turns} |

Last recorded: ${last}.

## What is kept

What you ask \`@memory\`, what it answers, which files you attached (their names, not their contents), and which model
answered; and the summaries made from that. Other chats are not recorded.

## What is never kept

- Text between \`<private>\` and \`</private>\`.
- ${readRedact() ? `Keys, tokens and passwords that are known by their form or by the name before them: they are blanked out first${patterns > 0 ? `, and so is what your ${plural(patterns, 'pattern')} match` : ''}.` : 'Blanking out of keys and passwords is **switched off** in your settings (`strata.privacy.redact`).'}
- Anything while recording is paused.

## Where

In one file on this computer: \`${memoryFile(host.context).replaceAll('`', "'")}\`

## What leaves this computer

${key ? 'A Gemini key is set. When you choose a Gemini model, your question and the memory quoted with it are sent to Google. Unless `strata.summaries.model` is `offline`, the turns to be summarised are sent to it too.' : 'Nothing by Strata itself: no key is set.'}
If you choose another model in chat, such as Copilot's, your question and the memory quoted with it go to that model.

## How to be rid of it

Right-click a conversation in the Memory view and choose Delete: its words are removed from the file as well. To remove
everything, delete the file above.
`;
}
