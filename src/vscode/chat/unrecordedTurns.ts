import * as vscode from 'vscode';
import type { UnrecordedTurn } from '../../memory/context/history/recentTurns.ts';
import { withoutCommandLinks } from '../../memory/markdown/commandLinks.ts';
import type { Recorder } from '../../memory/record/recorder.ts';
import { answerMetadataSchema, asTyped } from './chatRequest.ts';

/** The turns of this chat that only VS Code knows, oldest first, without what a record would leave out. */
export function unrecordedTurns(history: vscode.ChatContext['history'], clean: Recorder['clean']): UnrecordedTurn[] {
  const turns: UnrecordedTurn[] = [];
  let requestTurn: vscode.ChatRequestTurn | undefined;
  let after = -1;
  for (const turn of history) {
    if (turn instanceof vscode.ChatRequestTurn) {
      requestTurn = turn;
      continue;
    }
    const { turn_index } = answerMetadataSchema.safeParse(turn.result.metadata).data ?? {};
    // What stands under a question that failed is mostly quoted from memory.
    const isUnrecorded = turn_index === undefined && !turn.result.errorDetails;
    const answer = requestTurn && isUnrecorded ? textOf(turn) : '';
    if (requestTurn && answer !== '') {
      const { content, cleaner } = clean(asTyped(requestTurn));
      turns.push({ question: content, answer: cleaner.text(answer), after });
    }
    after = turn_index ?? after;
    requestTurn = undefined;
  }
  return turns;
}

/** The line of links that stands under an answer. */
const footer = /^(?:\[[^\]]*\]\(command:[^)\s]*\)(?: · )?)+\s*$/;

function withoutFooter(text: string): string {
  const at = text.lastIndexOf('\n\n');
  return at >= 0 && footer.test(text.slice(at + 2)) ? text.slice(0, at) : text;
}

/** As it would have been recorded. */
function textOf({ response }: vscode.ChatResponseTurn): string {
  return withoutCommandLinks(withoutFooter(response.map(partText).join(''))).trim();
}

function partText(part: vscode.ChatResponseTurn['response'][number]): string {
  if (part instanceof vscode.ChatResponseMarkdownPart) {
    return part.value.value;
  }
  return part instanceof vscode.ChatResponseAnchorPart ? `\`${part.title ?? ''}\`` : '';
}
