import { MEMORY_SOURCE } from '../../model/conversation.ts';
import type { TurnRef } from '../../model/turn/turn.ts';
import type { Host } from '../host.ts';
import type { Exchange } from './exchange.ts';

/** Where a question stands: as recorded, else behind what is recorded of its chat. Undefined when nothing is. */
export async function placeOf(
  host: Host,
  { ref, conversation }: Pick<Exchange, 'ref' | 'conversation'>,
): Promise<TurnRef | undefined> {
  if (ref) {
    return ref;
  }
  const recorded = await host.store.conversations.get({ source: MEMORY_SOURCE, external_id: conversation });
  return recorded && { conversation_id: recorded.uuid, turn_index: recorded.turn_count };
}
