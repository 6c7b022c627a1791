// Short lines that say what is going on.
const TICK_SECONDS = 15;

export function say(text) {
  console.log(`[setup] ${text}`);
}

/** Announces slow work and says every now and then that it is still going on. */
export async function during(text, work) {
  say(`${text} ...`);
  const begin = Date.now();
  const ticker = setInterval(() => say(`${text} ... ${seconds(begin)} s`), TICK_SECONDS * 1000);
  try {
    return await work();
  } finally {
    clearInterval(ticker);
  }
}

function seconds(begin) {
  return Math.round((Date.now() - begin) / 1000);
}

/** What a person can act on; shown without a stack trace. */
export class SetupError extends Error {}

/** Runs a script's main function and turns a failure into a sentence and exit code 1. */
export async function runMain(main) {
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    console.error(error instanceof SetupError ? `[setup] ${error.message}` : error);
    process.exitCode = 1;
  }
}
