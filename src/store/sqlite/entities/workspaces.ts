import { type KnownMemory, type MemoryChoice, memoryOf } from '../../../model/workspace/memoryChoice.ts';
import type { Place } from '../../../model/workspace/place.ts';
import { dateNow } from '../../../util/clock.ts';
import { formatLocalDate } from '../../../util/dates.ts';
import { StoreError } from '../../store.ts';
import { anything } from '../../storeChange.ts';
import type { WorkspaceStore } from '../../workspaceStore.ts';
import type { Database } from '../sql/database.ts';
import type { Sync } from '../thread/sync.ts';
import type { TextIndex } from '../words/textIndex.ts';
import { memoryChoices } from './memoryUsed.ts';
import { moveConversation } from './moveConversation.ts';
import { toPlace } from './rows.ts';

export class SqliteWorkspaces implements Sync<WorkspaceStore> {
  readonly #db: Database;
  readonly #index: TextIndex;

  constructor(db: Database, index: TextIndex) {
    this.#db = db;
    this.#index = index;
  }

  choices(): MemoryChoice[] {
    return memoryChoices(this.#db);
  }

  choose(workspace_id: string, other_id: string, choice: MemoryChoice['choice'] | undefined): void {
    if (workspace_id === other_id) {
      throw new StoreError('failed', 'A workspace cannot share its memory with itself.');
    }
    this.#db.write(anything, () => {
      this.#db.run('DELETE FROM workspace_choice WHERE workspace_id = ? AND other_id = ?', workspace_id, other_id);
      if (choice === 'same') {
        this.#db.run("DELETE FROM workspace_choice WHERE workspace_id = ? AND choice = 'same'", workspace_id);
        this.#openRing(workspace_id, other_id);
      }
      if (choice) {
        this.#db.run(
          'INSERT INTO workspace_choice (workspace_id, other_id, choice, chosen_at) VALUES (?, ?, ?, ?)',
          workspace_id,
          other_id,
          choice,
          formatLocalDate(dateNow()),
        );
      }
      this.#bringHome();
    });
  }

  memories(): KnownMemory[] {
    const rows = this.#db.all(
      `SELECT workspace_id, coalesce(recorded_in, workspace_id) AS recorded_in, workspace_name,
         count(*) AS conversations, max(updated_ms) AS last FROM conversation WHERE turn_count > 0
       GROUP BY 1, 2 ORDER BY last DESC`,
    );
    return rows.map(row => ({
      workspace_id: String(row.workspace_id),
      recorded_in: String(row.recorded_in),
      workspace_name: String(row.workspace_name),
      conversations: Number(row.conversations),
      first_recorded: this.#firstOf(String(row.workspace_id), String(row.recorded_in)),
      last_recorded: formatLocalDate(new Date(Number(row.last))),
    }));
  }

  places(of: { folder_id: string } | { first_commit: string }): Place[] {
    const [column, value] = 'folder_id' in of ? ['folder_id', of.folder_id] : ['first_commit', of.first_commit];
    const sql = `SELECT * FROM workspace_place WHERE ${column} = ? ORDER BY seen_ms DESC, workspace_id`;
    return this.#db.all(sql, value).map(toPlace);
  }

  notePlace({ folder_id, workspace_id, born, git_born, first_commit, seen_ms }: Place): void {
    this.#db.write({ ...anything, quiet: true }, () => {
      this.#db.run(
        `INSERT INTO workspace_place (folder_id, workspace_id, born, git_born, first_commit, seen_ms)
         VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET born = excluded.born, git_born = excluded.git_born,
           first_commit = coalesce(excluded.first_commit, first_commit), seen_ms = excluded.seen_ms`,
        folder_id,
        workspace_id,
        born ?? null,
        git_born ?? null,
        first_commit ?? null,
        seen_ms,
      );
    });
  }

  #firstOf(workspace_id: string, recorded_in: string): string {
    const row = this.#db.get(
      `SELECT created_at, min(unixepoch(created_at, 'subsec')) FROM conversation
       WHERE workspace_id = ? AND coalesce(recorded_in, workspace_id) = ? AND turn_count > 0`,
      workspace_id,
      recorded_in,
    );
    return String(row?.created_at);
  }

  /** If the other one used this one's memory, by whatever way, it does so no longer: the last word counts. */
  #openRing(workspace_id: string, other_id: string): void {
    const uses = new Map(
      this.choices().flatMap(one => (one.choice === 'same' ? [[one.workspace_id, one.other_id]] : [])),
    );
    for (let id: string | undefined = other_id; id !== undefined; id = uses.get(id)) {
      if (uses.get(id) === workspace_id) {
        this.#db.run('DELETE FROM workspace_choice WHERE workspace_id = ? AND other_id = ?', id, workspace_id);
        return;
      }
    }
  }

  /** Every conversation belongs to the memory that is used where it was recorded. */
  #bringHome(): void {
    const choices = this.choices();
    const recorded = this.#db.all('SELECT DISTINCT recorded_in AS id FROM conversation WHERE recorded_in IS NOT NULL');
    for (const id of new Set([...choices.map(choice => choice.workspace_id), ...recorded.map(row => String(row.id))])) {
      const home = memoryOf(id, choices);
      const strays = this.#db.all(
        `SELECT uuid FROM conversation
         WHERE (recorded_in = ?1 OR (recorded_in IS NULL AND workspace_id = ?1)) AND workspace_id <> ?2`,
        id,
        home,
      );
      for (const { uuid } of strays) {
        moveConversation(this.#db, this.#index, String(uuid), home);
      }
    }
  }
}
