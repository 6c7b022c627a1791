/** What a write touches, declared by the write itself and heard by every window. */
export interface StoreChange {
  /** Undefined: more than one conversation, or not known which. */
  conversation_id: string | undefined;
  /** Nothing that is shown anywhere changed. */
  quiet?: boolean;
  /** There is something in it that waits to be linked to files. */
  unlinked?: boolean;
  /** The memory itself is another one now: what was in the old one may not be in it. */
  replaced?: Replacement;
  /** Only links to files and symbols changed; often many such changes follow each other. */
  links?: boolean;
}

/** How the memory that was open ended, when another took its place. */
export interface Replacement {
  /** What was recorded in the old one belongs into this one too: it is its copy, or follows on a damaged one. */
  continues: boolean;
  /** The conversations that the old one still had; undefined when they could not be read any more. */
  conversations: string[] | undefined;
  /** Conversations deleted in this window. */
  deleted: string[];
}

export function wasForgotten({ conversations, deleted }: Replacement, conversation_id: string): boolean {
  return conversations ? !conversations.includes(conversation_id) : deleted.includes(conversation_id);
}

export const anything: StoreChange = { conversation_id: undefined };
export const onlyLinks: StoreChange = { conversation_id: undefined, links: true };
export const inConversation = (conversation_id: string): StoreChange => ({ conversation_id });
export const waitingForLinks = (change: StoreChange): StoreChange => ({ ...change, unlinked: true });
