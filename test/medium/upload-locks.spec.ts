import type { DataSource } from 'typeorm';
import type { Database } from '../../backend/database/database';
import { UploadLocks } from '../../backend/uploads/upload-locks';
import { eachDatabase, openDatabase } from '../support/databases';
import { addAccounts, insertRows } from '../support/many-accounts';
import { servicesOn } from '../support/services';

const UPLOAD = '0'.repeat(32);
const HOUR = 3_600_000;

eachDatabase((_name, makeConfig) => {
  let db: Database;
  let dataSource: DataSource;
  let locks: UploadLocks;

  beforeEach(async () => {
    ({ db, dataSource } = await openDatabase(await makeConfig()));
    locks = servicesOn({ db, dataSource }).get(UploadLocks);
    await addAccounts(db, 1);
    await insertRows(db, 'media', 1, () => ({
      id: UPLOAD,
      user_id: 1,
      name: 'film.mp4',
      purpose: 'post' as const,
      state: 'receiving' as const,
      size_bytes: 10,
      held_bytes: 10,
      created_at: 1,
    }));
  });
  afterEach(() => dataSource.destroy());

  const take = () => locks.take(UPLOAD, () => undefined);
  const heldUntil = (at: number) =>
    db.run("UPDATE media SET locked_by = 'another process', locked_until = ?", [at]);

  it('are refused while another request writes, and taken over once it is silent', async () => {
    await heldUntil(Date.now() + 60_000);
    await expect(take()).rejects.toMatchObject({ statusCode: 423 });
    await heldUntil(Date.now() + 50_000);
    await (await take()).release();
  });

  it('are taken over when the clock has been set back by hours since they were taken', async () => {
    await heldUntil(Date.now() + 5 * HOUR);
    await (await take()).release();
  });

  it('are renewed although the clock is set back meanwhile', async () => {
    const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 2 * HOUR);
    const lock = await take();
    now.mockRestore();
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await lock.keep();
    const { until } = (await db.row<{ until: number }>('SELECT locked_until AS until FROM media'))!;
    expect(until).toBeLessThan(Date.now() + HOUR);
    await lock.release();
  });
});
