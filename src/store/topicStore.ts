import type { RelatedTopic, Topic } from '../model/topic.ts';

/** A topic goes with the last summary that is about it. */
export interface TopicStore {
  /** The topic of that name or alias, whatever its case, made when it is new. */
  ensure(name: string): Promise<Topic>;
  list(): Promise<Topic[]>;
  /** A summary is about these topics, and no others. */
  setForSummary(summary_id: string, topic_ids: string[]): Promise<void>;
  ofSummary(summary_id: string): Promise<Topic[]>;
  relate(topic_id: string, other_id: string, confidence: number): Promise<void>;
  related(topic_id: string): Promise<RelatedTopic[]>;
}
