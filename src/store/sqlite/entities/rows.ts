import { en } from 'zod/locales';
import * as z from 'zod/mini';
import { conversationSchema } from '../../../model/conversation.ts';
import { fileSchema, knownFileSchema, type MentionedFile, scopeSchema } from '../../../model/file/file.ts';
import { givenNamesSchema, mentionKind, mentionPlaceSchema, type OpenMention } from '../../../model/file/mention.ts';
import { jobSchema } from '../../../model/job.ts';
import { recallRule, ruledItemSchema } from '../../../model/receipt/recallRule.ts';
import { receiptSchema } from '../../../model/receipt/receipt.ts';
import { type ListedSummary, namedScopeSchema, summarySchema } from '../../../model/summary/summary.ts';
import { messageRole, messageSchema, toolCallSchema, toolResultSchema } from '../../../model/turn/turn.ts';
import { memoryChoiceSchema } from '../../../model/workspace/memoryChoice.ts';
import { placeSchema } from '../../../model/workspace/place.ts';
import type { WaitingMention } from '../../mentionStore.ts';

type Row = Record<string, unknown>;

// Without words zod/mini says only "Invalid input", and the log should tell what is wrong with a row.
z.config(en());

/** Rows become model objects here and nowhere else: JSON is parsed, 0 and 1 become booleans, and zod has the last word. */
function reader<T>(schema: z.ZodMiniType<T>, json: readonly string[] = [], booleans: readonly string[] = []) {
  return (row: Row): T => {
    const plain: Row = { ...row };
    for (const name of json) {
      plain[name] = JSON.parse(String(row[name]));
    }
    for (const name of booleans) {
      plain[name] = row[name] === 1;
    }
    return schema.parse(plain);
  };
}

export const toConversation = reader(conversationSchema, ['tags']);
const readMessage = reader(messageSchema, ['references']);
export const toMessage = (row: Row) => readMessage({ ...row, references: row.refs });
export const toToolCall = reader(toolCallSchema, ['arguments'], ['success']);
export const toToolResult = reader(toolResultSchema, [], ['success']);
const readSummary = reader(
  summarySchema,
  ['key_findings', 'tools_used', 'parent_summaries', 'evidence'],
  ['provisional'],
);
export const toSummary = ({ answers, ...row }: Row) => readSummary(answers === null ? row : { ...row, answers });
const place = z.pick(summarySchema, {
  uuid: true,
  conversation_id: true,
  level: true,
  start_turn: true,
  end_turn: true,
});
export const toSummaryTexts = reader(
  z.pick(summarySchema, { conversation_summary: true, actions_summary: true, key_findings: true }),
  ['key_findings'],
);
export const toHeir = reader(z.pick(summarySchema, { uuid: true, parent_summaries: true }), ['parent_summaries']);
export const toRuledSummary = reader(z.extend(place, { rule: recallRule }));
export const toTrimCandidate = reader(
  z.extend(place, { last_turn_ms: z.number(), pinned: z.boolean() }),
  [],
  ['pinned'],
);
export const toListedSummary = (row: Row): ListedSummary => ({
  summary: toSummary(row),
  conversation_title: String(row.conversation_title),
  workspace_id: String(row.workspace_id),
  files: z.array(z.string()).parse(JSON.parse(String(row.files))),
  scopes: z.array(namedScopeSchema).parse(JSON.parse(String(row.scopes))),
});
export const toFile = reader(fileSchema);
export const toKnownFile = reader(knownFileSchema);
export const toScope = reader(scopeSchema);
const toMentionPlace = reader(mentionPlaceSchema);
/** By hand: there may be thousands for one file. */
export const toTurnMention = (row: Row) => ({
  message_id: String(row.message_id),
  conversation_id: String(row.conversation_id),
  turn_index: Number(row.turn_index),
  at: Number(row.at),
  kind: mentionKind.parse(row.kind),
  line: row.line === null ? null : Number(row.line),
  symbol: row.symbol === null ? null : String(row.symbol),
});
export const toSummaryMention = (row: Row) => ({
  summary_id: String(row.summary_id),
  conversation_id: String(row.conversation_id),
  level: Number(row.level),
  at: Number(row.at),
});
export const toMentionedFile = (row: Row): MentionedFile => ({
  file: toFile(row),
  turn_index: Number(row.turn_index),
  role: messageRole.parse(row.role),
  path_then: String(row.path_then),
  ...toMentionPlace(row),
});
export const toOpenMention: (row: Row) => OpenMention = reader(
  z.extend(mentionPlaceSchema, { message_id: z.string(), path: z.string(), candidates: z.array(z.string()) }),
  ['candidates'],
);
const readUnmatched = reader(z.extend(mentionPlaceSchema, { message_id: z.string(), path: z.string() }));
export const toWaitingMention = (row: Row): WaitingMention => ({
  ...readUnmatched(row),
  ref: { conversation_id: String(row.conversation_id), turn_index: Number(row.turn_index) },
  timestamp: String(row.timestamp),
});
export const toUnlinkedSummary = reader(
  z.object({ conversation_id: z.string(), summary_id: z.string(), names: givenNamesSchema }),
  ['names'],
);
export const toMemoryChoice = reader(memoryChoiceSchema);
const readPlace = reader(placeSchema);
export const toPlace = (row: Row) =>
  readPlace(Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)));
export const toJob = reader(jobSchema, ['payload']);
const readReceipt = reader(z.object({ receipt: receiptSchema }), ['receipt']);
export const toReceipt = (row: Row) => readReceipt(row).receipt;
export const toRuledItem = ({ rule, ...item }: Row) => ruledItemSchema.parse({ item, rule });
