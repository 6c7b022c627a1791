import { escapeMarkdown } from '../../memory/markdown/markdown.ts';
import { countAll } from '../../store/conversationStore.ts';
import { dateNow } from '../../util/clock.ts';
import { sayDate } from '../../util/dates.ts';
import { plural, sayBytes } from '../../util/text.ts';
import { registerCommand } from '../commands.ts';
import type { Host } from '../host.ts';
import { commands } from '../ids.ts';
import { infoPage } from '../infoPage.ts';
import { readEnabled, readPatterns, readRedact } from '../settings.ts';
import type { HeldFile } from './memoryPlace.ts';

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
    countAll(host.store, { workspace_id: here.id }),
    countAll(host.store, 'all'),
  ]);
  const last = overall.last_recorded ? sayDate(new Date(overall.last_recorded), dateNow()) : 'never';
  const key = (await host.geminiKey.get()) !== undefined;
  const patterns = readPatterns().length;
  const files = await host.place.held();
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
- ${readRedact() ? `Keys, tokens and passwords that are known by their form, their place or the name before them: they are blanked out first${patterns > 0 ? `, and so is what your ${plural(patterns, 'pattern')} match` : ''}.` : 'Blanking out of keys and passwords is **switched off** in your settings (`strata.privacy.redact`).'}
- Anything while recording is paused.

## Where

On this computer, in these files:

${fileTable(files)}

## What leaves this computer

${key ? 'A Gemini key is set. When you choose a Gemini model, your question and the memory quoted with it are sent to Google. Unless `strata.summaries.model` is `offline`, the turns to be summarised are sent to it too.' : 'Nothing by Strata itself: no key is set.'}
If you choose another model in chat, such as Copilot's, your question and the memory quoted with it go to that model.

## How to be rid of it

Right-click a conversation in the Memory view and choose Delete: its words are removed from the memory file and its log
as well. Backups and damaged copies keep what they hold; where there are any, Delete asks whether they should go too. To
remove everything, delete the files above.
`;
}

const fileKinds: Readonly<Record<HeldFile['kind'], string>> = {
  memory: 'the memory',
  log: 'its log: what was written last',
  backup: 'a backup, made before its format changed',
  damaged: 'a damaged copy that was set aside',
};

function fileTable(files: readonly HeldFile[]): string {
  const rows = files.map(({ path, kind, bytes, former }) => {
    const what = `${fileKinds[kind]}${former ? ', where it was before it was moved' : ''}`;
    return `| \`${path.replaceAll('`', "'").replaceAll('|', '\\|')}\` | ${what} | ${sayBytes(bytes)} |`;
  });
  return ['| file | holds | size |', '|---|---|---|', ...rows].join('\n');
}
