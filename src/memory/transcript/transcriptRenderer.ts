import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Conversation } from '../../model/conversation.ts';
import type { MentionedFile } from '../../model/file/file.ts';
import type { Turn } from '../../model/turn/turn.ts';
import { linkedFile } from '../mentions/linkFiles.ts';
import { joinTranscript, renderSaid, type TranscriptLayers, transcriptBlocks } from './transcript.ts';

export interface LinkedLayers extends Pick<TranscriptLayers, 'summaries' | 'link'> {
  /** The files that a turn mentions. */
  mentioned: (turn_index: number) => readonly MentionedFile[];
  /** Where a file is, from here; it depends on the folders that are open. */
  target: (path: string) => string | undefined;
}

/** Renders long transcripts in small steps, and what was rendered before not again: a turn never changes once it is answered. */
export class TranscriptRenderer {
  /** The least recently used first. */
  readonly #said = new Map<string, string>();
  readonly #stretch_ms: number;
  readonly #most_chars: number;
  #chars = 0;

  /** Works at a stretch for so long, and keeps so much. */
  constructor({ stretch_ms = 8, most_chars = 24_000_000 } = {}) {
    this.#stretch_ms = stretch_ms;
    this.#most_chars = most_chars;
  }

  async render(conversation: Conversation, turns: readonly Turn[], now: Date, layers: LinkedLayers): Promise<string> {
    const saidIn = (turn: Turn) => this.#saidIn(turn, layers);
    const blocks: string[] = [];
    let since = performance.now();
    for (const block of transcriptBlocks(conversation, turns, now, layers, saidIn)) {
      blocks.push(block);
      if (performance.now() - since >= this.#stretch_ms) {
        await setImmediate();
        since = performance.now();
      }
    }
    return joinTranscript(blocks);
  }

  #saidIn(turn: Turn, { mentioned, target }: LinkedLayers): string {
    const files = mentioned(turn.turn_index);
    const links = files.map(({ file, path_then }) => [file.path, path_then, file.deleted_at, target(file.path)]);
    const key = createHash('sha1')
      .update(JSON.stringify([turn, links]))
      .digest('base64');
    const rendered = this.#said.get(key);
    const text =
      rendered ??
      renderSaid(turn, ({ path, line }) => {
        const file = linkedFile(path, files);
        const href = file && target(file);
        return href && `${href}${line ? `#L${line}` : ''}`;
      });
    this.#said.delete(key);
    this.#said.set(key, text);
    this.#chars += rendered === undefined ? text.length : 0;
    for (const [oldest, { length }] of this.#chars > this.#most_chars ? this.#said : []) {
      if (this.#chars <= this.#most_chars) {
        break;
      }
      this.#said.delete(oldest);
      this.#chars -= length;
    }
    return text;
  }
}
