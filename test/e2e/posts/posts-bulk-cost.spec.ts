import { AsyncLocalStorage } from 'node:async_hooks';
import type { Caller } from '../../../backend/common/http/caller.decorator';
import { Database } from '../../../backend/database/database';
import { BulkChanges } from '../../../backend/publishing/edits/bulk-changes.service';
import type { ChangePostsDto } from '../../../backend/publishing/edits/bulk.dto';
import { useApp } from '../../support/app';
import { PAGE } from '../../support/credentials';
import { insertRows } from '../../support/many-accounts';

const SOME = 20;
const [SHORT, LONG] = [50, 1_500];

// Without a publisher, which would look through the queue after each change.
const app = useApp({ env: { ROLE: 'api' } });
const db = () => app.running.nest.get(Database);

const actions: Omit<ChangePostsDto, 'ids'>[] = [
  { action: 'append_text', text: '#fresh' },
  { action: 'draft', draft: 1 },
  { action: 'draft', draft: 0 },
  { action: 'clear_time' },
  { action: 'retry' },
  { action: 'delete' },
];

it.each(['frequency', 'slots'])(
  'a bulk action reads as many rows of a long queue as of a short one, by %s',
  async (posting) => {
    const short = await costs(posting, SHORT);
    expect(await costs(posting, LONG)).toEqual(short);
  },
  60_000,
);

/** The rows that each action reads of a queue of so many posts, the first of which are changed. */
async function costs(posting: string, waiting: number): Promise<Record<string, number>> {
  const { user } = await app.users.subscriber({ connected: PAGE });
  const account = await db().row<{ id: number }>('SELECT id FROM accounts WHERE user_id = ?', [user.id]);
  const slots = '[{"day":1,"time":"09:00"}]';
  await db().run('UPDATE accounts SET posting = ?, slots = ? WHERE id = ?', [posting, slots, account!.id]);
  const before = await lastId();
  await insertRows(db(), 'posts', waiting, (n) => ({
    ...{ user_id: user.id, account_id: account!.id, kind: 'text' as const, network: 'facebook' as const },
    ...{ format: 'text' as const, title: 'Waits', description: 'Waits', size_bytes: 0, width: 0, height: 0 },
    ...{ status: 'pending' as const, created_at: n, stored_at: n },
  }));
  const ids = Array.from({ length: SOME }, (_, n) => before + 1 + n);
  const read: Record<string, number> = {};
  for (const wanted of actions) {
    const change = wanted.action === 'retry' ? `status = 'failed'` : `status = 'pending'`;
    await db().run(`UPDATE posts SET ${change} WHERE id IN (${ids.join()})`);
    const caller = { id: user.id, timezone: 'UTC' } as Caller;
    read[`${wanted.action} ${wanted.draft ?? ''}`] = await rowsReadBy(async () => {
      const { done } = await app.running.nest.get(BulkChanges).run(caller, { ...wanted, ids });
      expect([wanted.action, done]).toEqual([wanted.action, ids.map((id) => ({ id }))]);
    });
  }
  return read;
}

const lastId = async () => (await db().row<{ id: number }>('SELECT MAX(id) AS id FROM posts'))?.id ?? 0;

/** Counts what `work` itself reads, and nothing that runs beside it. */
async function rowsReadBy(work: () => Promise<void>): Promise<number> {
  const counters = new AsyncLocalStorage<{ rows: number }>();
  const counter = { rows: 0 };
  const inner = db() as unknown as { read: (statement: unknown) => Promise<unknown[]> };
  const read = inner.read.bind(db());
  inner.read = async (statement) => {
    const rows = await read(statement);
    const own = counters.getStore();
    if (own) own.rows += rows.length;
    return rows;
  };
  try {
    await counters.run(counter, work);
  } finally {
    Reflect.deleteProperty(inner, 'read');
  }
  return counter.rows;
}
