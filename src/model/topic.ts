import * as z from 'zod/mini';
import { storedDate } from './conversation.ts';

export const topicSchema = z.object({
  uuid: z.string(),
  name: z.string(),
  aliases: z.array(z.string()),
  created_at: storedDate,
});
export type Topic = z.infer<typeof topicSchema>;

export interface RelatedTopic {
  topic: Topic;
  confidence: number;
}
