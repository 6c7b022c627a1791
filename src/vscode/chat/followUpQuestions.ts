import * as vscode from 'vscode';
import { followUps } from '../../memory/context/answer/followUps.ts';
import type { Receipt } from '../../model/receipt/receipt.ts';
import type { Store } from '../../store/store.ts';
import type { Host } from '../host.ts';
import { participantId } from '../ids.ts';
import { answerMetadataSchema } from './chatRequest.ts';

/** Also asked after errors of VS Code's own, whose results carry nothing of ours. */
export function followUpProvider({ store }: Pick<Host, 'store'>): vscode.ChatFollowupProvider {
  return {
    provideFollowups: async (result, context) => {
      const metadata = answerMetadataSchema.safeParse(result.metadata);
      const { conversation_id, turn_index } = metadata.data ?? {};
      if (result.errorDetails || conversation_id === undefined || turn_index === undefined) {
        return [];
      }
      const receipt = await store.receipts.read({ conversation_id, turn_index });
      if (!receipt) {
        return [];
      }
      const summaryIds = receipt.given.flatMap(({ item }) => ('summary_id' in item ? [item.summary_id] : []));
      const summaries = await store.summaries.read(summaryIds);
      const asked = context.history.flatMap(turn => (turn instanceof vscode.ChatRequestTurn ? [turn.prompt] : []));
      const around = { summaries: summaries.map(({ summary }) => summary), asked };
      const beside = await questionsBeside(store, receipt);
      return followUps(receipt, { ...around, beside }).map(prompt => ({
        prompt,
        label: prompt,
        participant: participantId,
      }));
    },
  };
}

const RECALLED_TURNS = 3;
const BESIDE = 3;

/** The turns before and after those that were recalled. */
async function questionsBeside(store: Store, { given }: Receipt): Promise<string[]> {
  const refs = given.flatMap(({ item, block }) => (block === 'past' && 'turn_index' in item ? [item] : []));
  const around = await Promise.all(
    refs.slice(0, RECALLED_TURNS).map(({ conversation_id, turn_index }) => {
      const [from, to] = [Math.max(0, turn_index - BESIDE), turn_index + BESIDE];
      return store.turns.headers(conversation_id, { from, to, limit: 2 * BESIDE + 1 });
    }),
  );
  return around.flat().flatMap(({ kind, label }) => (kind === 'lookup' ? [] : label));
}
