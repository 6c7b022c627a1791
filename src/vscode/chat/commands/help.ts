import type { Exchange } from '../exchange.ts';

const HELP = `Ask about earlier sessions, as in “what did we decide about retries?”. The answer says where it comes from.

| | |
| --- | --- |
| \`/search words\` | the turns and summaries that fit best, quoted |
| \`/file\` | what was said about the attached or open file |
| \`/why\` | what the last answer was made of |
| \`/summarize\` | condenses this conversation now |
| \`/forget words\` | finds what you may want deleted, and asks first |

Everything stays on this computer unless you pick an online model. Text between \`<private>\` and \`</private>\` is never stored.`;

export function helpCommand({ stream }: Exchange): void {
  stream.markdown(HELP);
}
