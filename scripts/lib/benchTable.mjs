// Measures as a table a person can read: a block per group, the target beside the figure.

const ORDER = ['value', 'p50', 'p95', 'max'];
const COLUMN = 12;

export function layOut({ begin, machine, measures }) {
  const groups = Map.groupBy(measures, measure => measure.group);
  const width = Math.max(...measures.map(measure => measure.name.length), 20) + 4;
  const blocks = [...groups].map(([group, lines]) => block(group, lines, width));
  return [heading(begin, machine), ...blocks, verdict(measures)].join('\n\n');
}

/** The figure that the target is about, or undefined where there is no target. */
export function isMissed({ values, target }) {
  return target === undefined ? undefined : !(values[target.of] <= target.atMost);
}

function heading(begin, { cores, model, load }) {
  const when = begin.toISOString().slice(0, 16).replace('T', ' ');
  return `${when} UTC, Node ${process.versions.node}, ${cores} × ${model}, load ${load.toFixed(1)}`;
}

function block(group, lines, width) {
  const keys = [...new Set(lines.flatMap(line => Object.keys(line.values)))].sort(byOrder);
  const titles = keys.map(key => (key === 'value' ? '' : key).padStart(COLUMN)).join('');
  return [`${group.padEnd(width)}${titles}`.trimEnd(), ...lines.map(line => row(line, keys, width))].join('\n');
}

function row({ name, unit, values, target }, keys, width) {
  const cells = keys.map(key => (values[key] === undefined ? '' : say(values[key], unit)).padStart(COLUMN));
  return `  ${name.padEnd(width - 2)}${cells.join('')}${sayTarget({ values, unit, target })}`.trimEnd();
}

function sayTarget({ values, unit, target }) {
  if (target === undefined) {
    return '';
  }
  const figure = target.of === 'value' ? '' : `${target.of} `;
  return `   ${isMissed({ values, target }) ? '✗ MISSED' : '✓'} ${figure}≤ ${say(target.atMost, unit)}`;
}

function say(number, unit) {
  if (!Number.isFinite(number)) {
    return '–';
  }
  const digits = number >= 100 || Number.isInteger(number) ? 0 : number >= 10 ? 1 : 2;
  const text = number.toFixed(digits).replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ' ');
  return unit === '×' ? `${text} ×` : `${text} ${unit}`;
}

function verdict(measures) {
  const aimed = measures.filter(measure => measure.target !== undefined);
  const missed = aimed.filter(isMissed);
  return `${aimed.length - missed.length} of ${aimed.length} targets reached`;
}

function byOrder(a, b) {
  return rank(a) - rank(b);
}

function rank(key) {
  const at = ORDER.indexOf(key);
  return at === -1 ? ORDER.length : at;
}
