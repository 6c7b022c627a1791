// A reporter for node:test: failures in full, every test with STRATA_TEST_LIST=1, and the counts of the leaf tests in
// the file named by STRATA_TEST_COUNTS. A test that only holds other tests is not counted.
import { writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

// biome-ignore lint/style/noDefaultExport: node:test takes the default export of a reporter.
export default async function* report(events) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const parents = new Parents();
  for await (const { type, data } of events) {
    if (type === 'test:stdout' || type === 'test:stderr') {
      yield data.message;
    }
    if (type !== 'test:pass' && type !== 'test:fail') {
      continue;
    }
    const hadChildren = parents.closes(data);
    const isGroup = data.details.type === 'suite' || hadChildren;
    if (type === 'test:fail' && data.todo === undefined && !isOnlyAboutChildren(data)) {
      counts.failed++;
      yield failure(data);
    } else if (!isGroup) {
      const skipped = data.skip !== undefined || data.todo !== undefined;
      counts[skipped ? 'skipped' : 'passed']++;
      if (skipped) {
        yield `  skip ${data.name}${typeof data.skip === 'string' ? `: ${data.skip}` : ''}\n`;
      } else if (process.env.STRATA_TEST_LIST) {
        yield `  ok   ${data.name} (${Math.round(data.details.duration_ms)} ms)\n`;
      }
    }
  }
  if (process.env.STRATA_TEST_COUNTS) {
    writeFileSync(process.env.STRATA_TEST_COUNTS, JSON.stringify(counts));
  }
}

/** Children are reported before the test that holds them, one level deeper. */
class Parents {
  #pending = new Map();

  closes({ file = '', nesting }) {
    const levels = this.#pending.get(file) ?? new Set();
    this.#pending.set(file, levels);
    const hadChildren = levels.delete(nesting + 1);
    levels.add(nesting);
    return hadChildren;
  }
}

function isOnlyAboutChildren(data) {
  return data.details.error?.failureType === 'subtestsFailed';
}

function failure({ name, file, line, details }) {
  const cause = details.error?.cause ?? details.error;
  return `  FAIL ${name}${file ? ` (${file}:${line ?? 0})` : ''}\n${describe(cause).replace(/^/gm, '       ')}\n`;
}

function describe(error) {
  if (!(error instanceof Error)) {
    return String(error);
  }
  const text = stripVTControlCharacters(error.stack ?? error.message);
  return error.cause === undefined ? text : `${text}\nCaused by: ${describe(error.cause)}`;
}
