// Stands before the extension's own main file and writes how long loading and activating it took.
const { appendFileSync } = require('node:fs');

const begin = performance.now();
const extension = require('./dist/extension.js');
const loadMs = performance.now() - begin;

exports.activate = async context => {
  const from = performance.now();
  const result = extension.activate(context);
  const activateMs = performance.now() - from;
  await result;
  appendFileSync(process.env.STRATA_BENCH_TIMES, `${JSON.stringify({ loadMs, activateMs })}\n`);
  return result;
};
exports.deactivate = () => extension.deactivate();
