import type { ConversationDraft } from '../../src/model/conversation.ts';
import type { ToolUseDraft, TurnDraft, TurnEnd, TurnStart } from '../../src/model/turn.ts';
import { formatLocalDate } from '../../src/util/dates.ts';

let counter = 0;
const next = () => ++counter;

export const at = (date: string | Date) => formatLocalDate(new Date(date));

export function makeConversation(given: Partial<ConversationDraft> = {}): ConversationDraft {
  return {
    title: 'Retry policy for uploads',
    source: 'memory',
    external_id: `session-${next()}`,
    workspace_id: 'git:example.org/parcel',
    workspace_name: 'parcel',
    created_at: at('2026-03-04T14:30:00Z'),
    ...given,
  };
}

export function makeStart(given: Partial<TurnStart> = {}): TurnStart {
  return {
    request_id: `request-${next()}`,
    content: 'Why does the upload stall?',
    references: [],
    timestamp: at('2026-03-04T14:30:00Z'),
    ...given,
  };
}

export function makeEnd(given: Partial<TurnEnd> = {}): TurnEnd {
  return {
    content: 'The socket is reused after the server closed it.',
    status: 'complete',
    timestamp: at('2026-03-04T14:30:05Z'),
    tools: [],
    ...given,
  };
}

export function makeTool(given: Partial<ToolUseDraft> = {}): ToolUseDraft {
  return {
    tool_name: 'readFile',
    arguments: { path: 'src/upload.ts' },
    timestamp: at('2026-03-04T14:30:02Z'),
    duration_ms: 12,
    success: true,
    result: 'export function upload() {}',
    ...given,
  };
}

export function makeTurn(user: string, assistant = 'Done.', when = '2026-03-04T14:30:00Z'): TurnDraft {
  return {
    start: makeStart({ content: user, timestamp: at(when) }),
    end: makeEnd({ content: assistant, timestamp: at(new Date(new Date(when).getTime() + 5000)) }),
  };
}
