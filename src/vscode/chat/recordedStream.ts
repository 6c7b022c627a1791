import * as vscode from 'vscode';
import { withoutCommandLinks } from '../../memory/markdown/commandLinks.ts';
import { codeSpan, commandLink } from '../../memory/markdown/markdown.ts';
import { uriOfPath } from '../files/places.ts';
import { type CommandId, commands } from '../ids.ts';

/** Whatever a model or a memory may say, its links can do no more than open a transcript. */
const harmless: readonly CommandId[] = [commands.openTranscript];

/** Passes an answer on to chat and keeps its words for the record. */
export class RecordedStream {
  readonly #response: vscode.ChatResponseStream;
  readonly #parts: string[] = [];

  constructor(response: vscode.ChatResponseStream) {
    this.#response = response;
  }

  /** What links do here they do not do in a transcript: only their words are kept. */
  get text(): string {
    return withoutCommandLinks(this.#parts.join(''));
  }

  /** `enabled`: which commands its links may run; more than the harmless ones only for words of our own. */
  markdown(text: string, enabled = harmless): void {
    this.#parts.push(text);
    const markdown = new vscode.MarkdownString(text);
    markdown.isTrusted = { enabledCommands: enabled };
    this.#response.markdown(markdown);
  }

  /** Shows what is no part of the answer, and so is not kept with it. */
  aside(): RecordedStream {
    return new RecordedStream(this.#response);
  }

  progress(text: string): void {
    this.#response.progress(text);
  }

  /** A quiet line under an answer, no part of it: buttons of the chat would be loud, and one below the other. */
  footer(links: readonly { title: string; command: CommandId; args: unknown[] }[]): void {
    const line = links.map(({ title, command, args }) => commandLink(title, command, ...args));
    const markdown = new vscode.MarkdownString(`\n\n${line.join(' · ')}`);
    markdown.isTrusted = { enabledCommands: links.map(({ command }) => command) };
    this.#response.markdown(markdown);
  }

  button(command: vscode.Command): void {
    this.#response.button(command);
  }

  reference(uri: vscode.Uri): void {
    this.#response.reference(uri);
  }

  /** A link to a workspace file; a path that leads outside of it is shown as text. */
  file(path: string): void {
    const uri = uriOfPath(path);
    const code = codeSpan(path);
    this.#parts.push(code);
    if (uri) {
      this.#response.anchor(uri, path);
    } else {
      this.#response.markdown(code);
    }
  }
}
