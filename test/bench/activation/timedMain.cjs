// Stands before the extension's own main file and writes how long loading and activating it took.
const { appendFileSync } = require('node:fs');

const load = stopwatch();
const extension = require('./dist/extension.js');
const loading = load();

exports.activate = async context => {
  const activate = stopwatch();
  const result = extension.activate(context);
  const activating = activate();
  await result;
  appendFileSync(process.env.STRATA_BENCH_TIMES, `${JSON.stringify({ loading, activating })}\n`);
  return result;
};
exports.deactivate = () => extension.deactivate();

/** By the clock, and by the processor time of this thread. */
function stopwatch() {
  const from = performance.now();
  const used = process.threadCpuUsage();
  return () => {
    const { user, system } = process.threadCpuUsage(used);
    return { ms: performance.now() - from, own: (user + system) / 1000 };
  };
}
