/** What a topic is called: words with one blank between them. */
export function topicName(name: string): string {
  return name.trim().replace(/\s+/g, ' ');
}

/** Names that differ by case, by blanks or by the form of their accents are one topic. */
export function topicKey(name: string): string {
  return topicName(name).normalize('NFC').toLowerCase();
}
