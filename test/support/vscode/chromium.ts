import { type Browser, chromium } from 'playwright-core';
import { findChromium } from '../../../scripts/lib/tools.mjs';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export async function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) {
    throw new Error('No Chromium found. Run "npm test" once, or set STRATA_CHROMIUM.');
  }
  return await chromium.launch({ executablePath, args: FLAGS });
}
