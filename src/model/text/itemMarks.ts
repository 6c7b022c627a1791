/** What an item or a quote begins with, as people write it: with bullets and boxes too. A longer number is a year. */
const mark = String.raw`(?:[-*+•>]|\d{1,3}[.)])`;
const markPattern = new RegExp(`^${mark}\\s`);
const marksPattern = new RegExp(String.raw`^\s*(?:(?:${mark}|\[[ xX~-]\])\s+)+`);

export const beginsItem = (line: string) => markPattern.test(line);

export const withoutItemMarks = (text: string) => text.replace(marksPattern, '');
