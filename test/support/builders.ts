import type { Conversation, ConversationDraft } from '../../src/model/conversation.ts';
import type {
  AnswerStatus,
  Message,
  Reference,
  ToolUse,
  ToolUseDraft,
  Turn,
  TurnDraft,
  TurnEnd,
  TurnKind,
  TurnStart,
} from '../../src/model/turn/turn.ts';
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

export interface StoredTurnOptions {
  user?: string;
  kind?: TurnKind;
  /** Undefined: no answer was recorded. */
  assistant?: string | undefined;
  model?: string;
  status?: AnswerStatus;
  error?: string;
  reasoning?: string;
  references?: Reference[];
  tools?: Partial<ToolUseDraft>[];
}

/** A turn as a store gives it back. */
export function makeStoredTurn(given: StoredTurnOptions = {}): Turn {
  const base = {
    conversation_id: 'c1',
    turn_index: 0,
    reasoning: null,
    timestamp: at('2026-11-04T14:30:00'),
    status: 'complete' as const,
    error: null,
    model: null,
    references: [],
    kind: given.kind ?? ('talk' as const),
  };
  const message = (role: 'user' | 'assistant', content: string): Message => ({
    ...base,
    uuid: `m${next()}`,
    sequence_number: role === 'user' ? 0 : 1,
    role,
    content,
    char_count: content.length,
    token_count: Math.ceil(content.length / 4),
  });
  const answer = 'assistant' in given ? given.assistant : 'Done.';
  return {
    conversation_id: base.conversation_id,
    turn_index: base.turn_index,
    user: { ...message('user', given.user ?? 'Why does the upload stall?'), references: given.references ?? [] },
    assistant:
      answer === undefined
        ? undefined
        : {
            ...message('assistant', answer),
            model: given.model ?? 'copilot/gpt-5',
            status: given.status ?? 'complete',
            error: given.error ?? null,
            reasoning: given.reasoning ?? null,
          },
    tools: (given.tools ?? []).map(tool => storedTool(makeTool(tool))),
  };
}

function storedTool(tool: ToolUseDraft): ToolUse {
  const uuid = `t${next()}`;
  return {
    call: {
      uuid,
      message_id: 'm',
      sequence_number: 0,
      tool_name: tool.tool_name,
      arguments: tool.arguments,
      reasoning: tool.reasoning ?? null,
      timestamp: tool.timestamp,
      duration_ms: tool.duration_ms ?? null,
      success: tool.success,
      iteration: null,
    },
    result: {
      uuid: `r${next()}`,
      tool_call_id: uuid,
      success: tool.success,
      result: tool.result ?? '',
      error: tool.error ?? null,
      timestamp: tool.timestamp,
      result_size_bytes: tool.result_size_bytes ?? Buffer.byteLength(tool.result ?? ''),
    },
  };
}

/** As the store gives it: two turns of an afternoon. */
export function makeStoredConversation(given: Partial<Conversation> = {}): Conversation {
  return {
    uuid: 'c1',
    title: 'Retries',
    source: 'memory',
    external_id: 's1',
    workspace_id: 'w',
    workspace_name: 'parcel',
    parent_id: null,
    root_id: null,
    tags: [],
    status: 'active',
    created_at: at('2026-11-04T14:30:00'),
    updated_at: at('2026-11-04T14:40:00'),
    message_count: 4,
    turn_count: 2,
    lookup_count: 0,
    total_chars: 1240,
    ...given,
  };
}
