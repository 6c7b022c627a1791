import * as vscode from 'vscode';

/** Passes an answer on to chat and keeps its words for the record. */
export class RecordedStream {
  readonly #response: vscode.ChatResponseStream;
  readonly #parts: string[] = [];

  constructor(response: vscode.ChatResponseStream) {
    this.#response = response;
  }

  get text(): string {
    return this.#parts.join('');
  }

  markdown(text: string): void {
    this.#parts.push(text);
    this.#response.markdown(text);
  }

  progress(text: string): void {
    this.#response.progress(text);
  }

  button(command: vscode.Command): void {
    this.#response.button(command);
  }

  /** A link to a workspace file; a path that leads outside of it is shown as text. */
  file(path: string, folder: vscode.Uri | undefined): void {
    const inside = folder && !/^([a-z][\w+.-]*:|[\\/~])|(^|[\\/])\.\.([\\/]|$)/i.test(path);
    this.#parts.push(`\`${path.replaceAll('`', "'")}\` `);
    if (inside) {
      this.#response.anchor(vscode.Uri.joinPath(folder, path), path);
      this.#response.markdown(' ');
    } else {
      this.#response.markdown(`\`${path.replaceAll('`', "'")}\` `);
    }
  }
}
