import type { SummaryAnswer } from '../../src/memory/summaries/summaryPrompt.ts';
import type { RecordedRequest } from './geminiServer.ts';

/** A good answer about `retryTurns`. */
export function makeAnswer(given: Partial<SummaryAnswer> = {}): SummaryAnswer {
  return {
    conversation_summary: [
      { sentence: 'The user asked why the upload stalls, so I named the reused socket.', turns: [1] },
      { sentence: 'The user then wanted a back-off with a cap of 30 s.', turns: [2] },
    ],
    actions_summary: [{ sentence: 'I used readFile on src/upload.ts, which showed retry().', turns: [2] }],
    key_findings: [{ sentence: 'The cap is 30 s', turns: [2] }],
    files_mentioned: ['src/upload.ts'],
    scopes_mentioned: ['retry()'],
    topics: ['upload retries'],
    ...given,
  };
}

/** Two turns that the answer above tells truly. */
export const retryTurns = [
  { user: 'Why does the upload stall?', assistant: 'The socket is reused after the server closed it.' },
  {
    user: 'Add a back-off with a cap of 30 s',
    assistant: 'It is in and the tests are green. The cap is 30 s, and this is what was asked for.',
    tools: [{ result: 'export function retry() {}' }],
  },
];

/** What the model could read, without the instructions. */
export function askedText({ body }: RecordedRequest): string {
  return (body.contents ?? []).flatMap(({ parts = [] }) => parts.map(part => part.text ?? '')).join('\n');
}
