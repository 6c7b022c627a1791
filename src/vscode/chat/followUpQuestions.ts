import * as vscode from 'vscode';
import { followUps } from '../../memory/context/followUps.ts';
import { answerMetadataSchema } from '../chatRequest.ts';
import type { Host } from '../host.ts';
import { participantId } from '../ids.ts';

/** Also asked after errors of VS Code's own, whose results carry nothing of ours. */
export function followUpProvider({ store }: Pick<Host, 'store'>): vscode.ChatFollowupProvider {
  return {
    provideFollowups: async (result, context) => {
      const metadata = answerMetadataSchema.safeParse(result.metadata);
      const { conversation_id, turn_index } = metadata.data ?? {};
      if (result.errorDetails || conversation_id === undefined || turn_index === undefined) {
        return [];
      }
      const receipt = await store.recall.receipt({ conversation_id, turn_index });
      if (!receipt) {
        return [];
      }
      const given = receipt.given.flatMap(({ item }) => ('summary_id' in item ? [item.summary_id] : []));
      const summaries = await Promise.all(given.map(id => store.summaries.get(id)));
      const asked = context.history.flatMap(turn => (turn instanceof vscode.ChatRequestTurn ? [turn.prompt] : []));
      const known = summaries.filter(summary => summary !== undefined);
      return followUps(receipt, known, asked).map(prompt => ({ prompt, label: prompt, participant: participantId }));
    },
  };
}
