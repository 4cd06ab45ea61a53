import type { DataSource } from 'typeorm';
import type { Database } from '../../backend/database/database';
import { Storage } from '../../backend/ports/storage/storage';
import { MediaRemoval } from '../../backend/uploads/media-removal';
import { MediaRows } from '../../backend/uploads/media-rows';
import { Pieces } from '../../backend/uploads/pieces';
import { eachDatabase, openDatabase } from '../support/databases';
import { addAccounts, insertRows } from '../support/many-accounts';
import { servicesOn } from '../support/services';

const ID = '0'.repeat(32);
const idOf = (n: number): string => String(n).padStart(32, '0');

eachDatabase((_name, makeConfig) => {
  let db: Database;
  let dataSource: DataSource;
  afterEach(() => dataSource.destroy());

  it('deletes the poster that a medium has by then, and not the one that it had', async () => {
    ({ db, dataSource } = await openDatabase(await makeConfig()));
    const services = servicesOn({ db, dataSource });
    const deleted: string[] = [];
    services.get(Storage).delete = (key) => Promise.resolve(void deleted.push(key));
    await addAccounts(db, 1);
    await insertRows(db, 'media', 1, () => ({
      id: ID,
      user_id: 1,
      name: 'film.mp4',
      purpose: 'post' as const,
      state: 'ready' as const,
      size_bytes: 10,
      held_bytes: 10,
      file_key: 'film.mp4',
      poster_key: 'before.jpg',
      created_at: 1,
    }));
    const row = (await services.get(MediaRows).byId(ID))!;
    await db.run("UPDATE media SET poster_key = 'after.jpg'");
    expect(await services.get(MediaRemoval).delete(row)).toBe(true);
    expect(deleted).toEqual(['film.mp4', 'after.jpg']);
    expect(await db.rows('SELECT id FROM media')).toEqual([]);
  });

  it('leaves an upload that is resumed or complete after housekeeping found it expired', async () => {
    ({ db, dataSource } = await openDatabase(await makeConfig()));
    const services = servicesOn({ db, dataSource });
    const later = Date.now() + 3_600_000;
    const renewals: Record<string, string> = {
      // Resumed meanwhile.
      [idOf(2)]: `expires_at = ${later}`,
      // Complete meanwhile, so that it has other files than housekeeping read.
      [idOf(3)]: `expires_at = ${later}, state = 'ready', file_key = 'film.mp4'`,
    };
    services.get(Pieces).discard = async (id) => {
      if (id !== idOf(1)) return;
      for (const [other, change] of Object.entries(renewals))
        await db.run(`UPDATE media SET ${change} WHERE id = ?`, [other]);
    };
    await addAccounts(db, 1);
    await insertRows(db, 'media', 3, (n) => ({
      ...{ id: idOf(n), user_id: 1, name: 'film.mp4', purpose: 'post' as const, state: 'receiving' as const },
      ...{ size_bytes: 10, held_bytes: 10, expires_at: n, created_at: 1 },
    }));
    await services.get(MediaRemoval).removeExpired();
    expect(await db.rows('SELECT id FROM media ORDER BY id')).toEqual([{ id: idOf(2) }, { id: idOf(3) }]);
  });
});
