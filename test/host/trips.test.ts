import assert from 'node:assert/strict';
import { Worker } from 'node:worker_threads';
import { newChat, sayAndWait } from './chat.ts';
import { FLASH, withGemini } from './gemini.ts';
import { suite, test } from './suite.ts';
import { activateHost } from './support.ts';

/** Of one question with a model, from the moment it is sent until its answer is shown and written. */
const MOST_TRIPS = 28;

/** The status bar tells how much there is half a second after any change, whoever made it. */
const factsOfStatusBar = [
  'conversations.count',
  'summaries.statistics',
  'summaries.list',
  'jobs.list',
  'spending.spent',
];

/** The calls that go to the store's thread while the work is done, by their names. */
async function tripsDuring(work: () => Promise<unknown>): Promise<string[]> {
  const trips: string[] = [];
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (this: Worker, message: unknown, ...rest: never[]) {
    const { type, entity, method } = Object(message) as Record<string, unknown>;
    if (type === 'call' && !factsOfStatusBar.includes(`${entity}.${method}`)) {
      trips.push(`${entity}.${method}`);
    }
    postMessage.call(this, message, ...rest);
  };
  try {
    await work();
  } finally {
    Worker.prototype.postMessage = postMessage;
  }
  return trips;
}

suite('round trips', () => {
  test('a question with a model asks the store for little', async () => {
    await activateHost();
    await newChat();
    await sayAndWait('the otter enclosure is drained every second Tuesday');
    await sayAndWait('the heron pond has a pump with a spare in shed 4');
    await withGemini(async () => {
      await newChat();
      await sayAndWait('when is the otter enclosure drained?', { model: FLASH });
      // What the window reads for itself meanwhile only adds, so that the least of some tells what a question needs.
      const counted: string[][] = [];
      for (const what of ['spare pump', 'pump', 'spare']) {
        counted.push(await tripsDuring(() => sayAndWait(`where is the ${what} of the heron pond?`, { model: FLASH })));
      }
      const [trips = []] = counted.sort((a, b) => a.length - b.length);
      assert.ok(trips.length > 5 && trips.length <= MOST_TRIPS, `${trips.length}: ${trips.join(' ')}`);
    });
  });
});
