import type { SearchQuery } from '../../store/searchStore.ts';
import { parseDay } from '../../util/dates.ts';

/** What a person typed into the search, taken apart. */
export interface SearchText {
  text: string;
  filters: Pick<SearchQuery, 'file' | 'source' | 'role' | 'from' | 'to'>;
  /** What was not understood, as a sentence. */
  problems: string[];
}

export const searchPrefixes = ['file:', 'before:', 'after:', 'source:', 'role:'] as const;

const roles: Record<string, 'user' | 'assistant'> = {
  user: 'user',
  me: 'user',
  assistant: 'assistant',
  answer: 'assistant',
};

/** `token refresh file:src/auth.ts after:2026-03` → words and filters. A prefix without a value is still being typed. */
export function parseSearchText(typed: string): SearchText {
  const filters: SearchText['filters'] = {};
  const problems: string[] = [];
  const text = typed.replace(
    /(^|\s)(file|before|after|source|role):(?:"([^"]*)"?|(\S*))/gi,
    (_, space, key, quoted, plain) => {
      const value = String(quoted ?? plain ?? '').trim();
      if (value !== '') {
        const problem = apply(String(key).toLowerCase(), value, filters);
        if (problem) {
          problems.push(problem);
        }
      }
      return String(space);
    },
  );
  return { text: /\S/.test(text) ? text.trimStart() : '', filters, problems };
}

function apply(key: string, value: string, filters: SearchText['filters']): string | undefined {
  switch (key) {
    case 'file':
      filters.file = value;
      return undefined;
    case 'source':
      // The list names the chat with @memory as one writes it there.
      filters.source = value.replace(/^@/, '');
      return undefined;
    case 'role': {
      const role = roles[value.toLowerCase()];
      if (role) {
        filters.role = role;
      }
      return role ? undefined : `role: takes user or assistant, not "${value}".`;
    }
    default: {
      const day = parseDay(value);
      if (day) {
        filters[key === 'before' ? 'to' : 'from'] = day.getTime();
      }
      return day ? undefined : `${key}: takes a date such as 2026-03-04 or 2026-03, not "${value}".`;
    }
  }
}
