import type { DemoConversation } from '../types.ts';
import { retryPolicyAttempts } from './retryPolicyAttempts.ts';
import { retryPolicyCode } from './retryPolicyCode.ts';
import { retryPolicyJitter } from './retryPolicyJitter.ts';
import { retryPolicyReview } from './retryPolicyReview.ts';

/** The long one: its turns are in four files, in the order of the talk. */
export const retryPolicy: DemoConversation = {
  id: 'retry-policy',
  title: 'The retry policy, thought through',
  daysAgo: 96,
  time: '09:10',
  turns: [...retryPolicyJitter, ...retryPolicyAttempts, ...retryPolicyCode, ...retryPolicyReview],
};
