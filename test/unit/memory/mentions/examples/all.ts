import { diffs } from './diffs.ts';
import { markdown } from './markdown.ts';
import { negatives } from './negatives.ts';
import type { Example } from './notation.ts';
import { places } from './places.ts';
import { prose } from './prose.ts';
import { terminal } from './terminal.ts';
import { tools } from './tools.ts';
import { traces } from './traces.ts';

export const examples: Record<string, readonly Example[]> = {
  prose,
  markdown,
  places,
  traces,
  diffs,
  tools,
  terminal,
  negatives,
};
