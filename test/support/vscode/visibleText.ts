import type { Locator } from 'playwright-core';

/** What a person reads in an element that must be there. */
export async function visibleText(locator: Locator): Promise<string> {
  await locator.waitFor();
  return (await locator.allInnerTexts()).join('\n');
}

/** Label, description and detail of a row of a list, as one line. */
export async function rowText(row: Locator): Promise<string> {
  const parts = row.locator('.label-name, .label-description, .quick-input-list-separator');
  return (await parts.allInnerTexts()).map(text => text.trim()).join(' ');
}
