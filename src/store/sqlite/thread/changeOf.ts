import type { TurnLinks } from '../../../model/mention.ts';
import type { LinkedTurn } from '../../mentionStore.ts';
import type { StoreChange } from '../../store.ts';
import type { Database } from '../sql/database.ts';
import type { Call } from './protocol.ts';

/** What a call that wrote something has changed, as far as it can be told from the call. */
export function changeOf(db: Database, { entity, method, args }: Call): StoreChange {
  const first = args[0];
  const ref = typeof first === 'object' && first !== null && 'conversation_id' in first ? first.conversation_id : first;
  const inOne = ['turns', 'summaries', 'recall', 'mentions'].includes(entity) && isConversation(db, ref);
  const places = method === 'notePlace';
  const background =
    ['jobs', 'usage'].includes(entity) || method === 'noteContents' || places || linksNothing({ method, args });
  return {
    conversation_id: inOne ? ref : undefined,
    ...(background ? { background } : {}),
    ...(places ? { places } : {}),
    ...(['mentions', 'files'].includes(entity) ? { links: true } : {}),
  };
}

/** Most turns mention no file: that they were looked through is nobody's news. */
function linksNothing({ method, args }: { method: string; args: unknown[] }): boolean {
  const links =
    method === 'linkTurn'
      ? [args[1] as TurnLinks]
      : method === 'linkTurns'
        ? (args[0] as LinkedTurn[]).map(turn => turn.links)
        : [];
  return links.length > 0 && links.every(({ files, open }) => files.length === 0 && open.length === 0);
}

function isConversation(db: Database, id: unknown): id is string {
  return typeof id === 'string' && db.get('SELECT 1 FROM conversation WHERE uuid = ?', id) !== undefined;
}
