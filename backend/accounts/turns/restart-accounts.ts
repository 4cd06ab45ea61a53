import type { Database } from '../../database/database';
import { idSpans } from '../../database/id-spans';
import { query } from '../../database/tables';

/** Frees every account from what held it before a restore, and has each looked at. */
export async function restartAccounts(db: Database, now: number): Promise<void> {
  for await (const { from, end } of idSpans(db, 'accounts'))
    await db.run(
      query
        .updateTable('accounts')
        .set((account) => ({
          held_by: null,
          held_until: null,
          turn: null,
          next_due_at: now,
          auto_due_at: account.case().when('removed_at', '=', 0).then(account.val(now)).else(null).end(),
          changes: account('changes', '+', 1),
        }))
        .where('id', '>=', from)
        .where('id', '<', end),
    );
}
