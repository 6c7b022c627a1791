import { copyFileSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../scripts/lib/tools.mjs';

const FOLDER = path.join(ROOT, 'media', 'readme');
const MAX_BYTES = 200_000;

/** With STRATA_UPDATE_IMAGES=1 a screenshot of a test becomes the picture that the README shows. */
export function updateImage(name: string, screenshot: string): void {
  if (process.env.STRATA_UPDATE_IMAGES !== '1') {
    return;
  }
  const { size } = statSync(screenshot);
  if (size > MAX_BYTES) {
    throw new Error(`${screenshot} has ${size} bytes; a picture may have ${MAX_BYTES}.`);
  }
  mkdirSync(FOLDER, { recursive: true });
  copyFileSync(screenshot, path.join(FOLDER, `${name}.png`));
}
