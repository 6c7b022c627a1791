import * as z from 'zod/mini';

/** A stored time with its local offset (util/dates formatLocalDate). */
export const storedDate = z.iso.datetime({ offset: true, local: false });

/** Where a conversation comes from: `memory` for @memory, else the importer's name. */
export const MEMORY_SOURCE = 'memory';

export const conversationStatus = z.enum(['active', 'archived']);
export type ConversationStatus = z.infer<typeof conversationStatus>;

export const conversationSchema = z.object({
  uuid: z.string(),
  title: z.string(),
  source: z.string(),
  /** The conversation's name at its source; unique with the source. */
  external_id: z.string(),
  workspace_id: z.string(),
  /** What people call that workspace, as it was when recorded. */
  workspace_name: z.string(),
  parent_id: z.nullable(z.string()),
  root_id: z.nullable(z.string()),
  tags: z.array(z.string()),
  status: conversationStatus,
  created_at: storedDate,
  updated_at: storedDate,
  message_count: z.number(),
  turn_count: z.number(),
  /** Turns that only looked something up: they are no memory. */
  lookup_count: z.number(),
  total_chars: z.number(),
});
export type Conversation = z.infer<typeof conversationSchema>;

/** What is known when a conversation is first seen; the store fills in the rest. */
export const conversationDraftSchema = z.extend(
  z.pick(conversationSchema, {
    title: true,
    source: true,
    external_id: true,
    workspace_id: true,
    workspace_name: true,
    created_at: true,
  }),
  {
    parent_id: z.optional(z.nullable(z.string())),
    root_id: z.optional(z.nullable(z.string())),
    tags: z.optional(z.array(z.string())),
  },
);
export type ConversationDraft = z.infer<typeof conversationDraftSchema>;
