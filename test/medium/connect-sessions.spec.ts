import { randomBytes } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { Clock } from '../../backend/common/time/clock';
import { SecretCipher } from '../../backend/config/secret-cipher';
import {
  ConnectSessions,
  SEALED_COLUMNS,
  type Claim,
  type Session,
} from '../../backend/connect/connect-sessions';
import type { Database } from '../../backend/database/database';
import { KeyRotation } from '../../backend/database/key-rotation';
import type { OfferedPage, Survey } from '../../backend/ports/networks/connector';
import { eachDatabase, openDatabase } from '../support/databases';

const [OLD, NEW] = [randomBytes(32), randomBytes(32)] as [Buffer, Buffer];
const cipherWith = (...encryption: Buffer[]) => new SecretCipher({ jwt: '', encryption });

const LEASE_MS = 10_000;
const HALF_AN_HOUR_MS = 30 * 60_000;

const pageOf = (n: number): OfferedPage => ({
  id: `9007199254740${n}`,
  name: `Bäckerei 🥖 ${n}`,
  token: n % 3 === 0 ? null : `EAAB_${n}`,
  mayPost: n % 2 === 0,
  pictureUrl: `https://x.example/${'p'.repeat(1900)}`,
  instagram: n % 5 === 0 ? { id: `1784${n}`, username: 'ü'.repeat(255), pictureUrl: null } : null,
});

const surveyOf = (count: number): Extract<Survey, { kind: 'good' }> => ({
  kind: 'good',
  personId: '77',
  missing: ['read_insights'],
  dataAccessExpiresAt: 1_800_000_000_000,
  pages: Array.from({ length: count }, (_, n) => pageOf(n)),
});

eachDatabase((_name, makeConfig) => {
  let dataSource: DataSource;
  let db: Database;
  let now: number;
  let sessions: ConnectSessions;
  let user: number;

  const sessionsWith = (...keys: Buffer[]) =>
    new ConnectSessions(db, cipherWith(...keys), Object.assign(new Clock(), { now: () => now }));

  beforeAll(async () => {
    ({ dataSource, db } = await openDatabase(await makeConfig()));
  });
  afterAll(() => dataSource.destroy());
  beforeEach(async () => {
    now = 1_790_000_000_000;
    sessions = sessionsWith(OLD);
    await db.run('DELETE FROM users');
    const values = { name: 'A', email: `${randomBytes(6).toString('hex')}@example.com`, password_hash: 'x' };
    user = await db.insert('users', { ...values, created_at: now });
  });

  async function opened(): Promise<{ session: Session; again: () => Promise<Session | undefined> }> {
    const { state, cookie } = await sessions.open(user);
    const again = () => sessions.find(state, [cookie]);
    return { session: (await again())!, again };
  }

  async function claimed(): Promise<{
    claim: Claim;
    session: Session;
    again: () => Promise<Session | undefined>;
  }> {
    const { session, again } = await opened();
    return { claim: (await sessions.claim(session))!, session, again };
  }

  const count = async (table: string) =>
    (await db.row<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`))!.n;

  it('is claimed by one of many at once', async () => {
    const { session } = await opened();
    const claims = await Promise.all(Array.from({ length: 12 }, () => sessions.claim(session)));
    expect(claims.filter(Boolean)).toHaveLength(1);
  });

  it('is claimed again when the claim was not renewed', async () => {
    const { claim, session } = await claimed();
    now += LEASE_MS - 1;
    expect(await sessions.claim(session)).toBeUndefined();
    await sessions.renew(claim);
    now += LEASE_MS - 1;
    expect(await sessions.claim(session)).toBeUndefined();
    now += 1;
    expect(await sessions.claim(session)).toBeDefined();
  });

  it('takes nothing from a claim that was lost', async () => {
    const { claim, session, again } = await claimed();
    now += LEASE_MS;
    const heir = (await sessions.claim(session))!;
    expect(await sessions.keepToken(claim, 'EAAB_late')).toBe(false);
    expect(await sessions.end(claim, 'failed')).toBe(false);
    expect(await sessions.offer(claim, surveyOf(3))).toBe(false);
    await sessions.release(claim);
    expect(await again()).toMatchObject({ outcome: null, token: null, locked_by: heir.by });
    expect(await count('connect_pages')).toBe(0);
    expect(await sessions.offer(heir, surveyOf(3))).toBe(true);
    expect(await count('connect_pages')).toBe(3);
  });

  it('ends once', async () => {
    const { claim, session, again } = await claimed();
    expect(await sessions.end(claim, 'denied')).toBe(true);
    expect(await sessions.claim(session)).toBeUndefined();
    expect(await sessions.offer(claim, surveyOf(1))).toBe(false);
    expect(await again()).toMatchObject({ outcome: 'denied', ended_at: now, locked_by: null });
  });

  it('can be claimed after a release', async () => {
    const { claim, session } = await claimed();
    await sessions.release(claim);
    expect(await sessions.claim(session)).toBeDefined();
  });

  it('keeps the token sealed until the end', async () => {
    const { claim, again } = await claimed();
    expect(await sessions.keepToken(claim, 'EAAB_short')).toBe(true);
    const kept = (await again())!;
    expect([sessions.tokenOf(kept), kept.token]).toEqual(['EAAB_short', expect.not.stringContaining('EAAB')]);
    // Sealed for its own row.
    expect(sessions.tokenOf({ ...kept, id: kept.id + 1 })).toBeNull();
    await sessions.offer(claim, surveyOf(1));
    expect((await again())!.token).toBeNull();
  });

  it('offers 500 Pages with their names and tokens, to its user', async () => {
    const { claim } = await claimed();
    expect(await sessions.offer(claim, surveyOf(500))).toBe(true);
    const { session, pages } = (await sessions.offered(user, claim.id))!;
    expect(session).toMatchObject({ meta_user_id: '77', data_access_expires_at: 1_800_000_000_000 });
    expect(
      pages.map(({ remote_id, name, may_post, instagram_id }) => [remote_id, name, may_post, instagram_id]),
    ).toEqual(
      surveyOf(500).pages.map(({ id, name, mayPost, instagram }) => [
        id,
        name,
        mayPost ? 1 : 0,
        instagram?.id ?? null,
      ]),
    );
    const texts = pages.map(
      ({ token }) => token && cipherWith(OLD).decrypt(token, `connect_sessions:${claim.id}:page_token`),
    );
    expect(texts).toEqual(surveyOf(500).pages.map(({ token }) => token));
    expect(await sessions.offered(user + 1, claim.id)).toBeUndefined();
    now += HALF_AN_HOUR_MS;
    expect(await sessions.offered(user, claim.id)).toBeUndefined();
  });

  it('moves its tokens to a newer key', async () => {
    const [first, second] = [await claimed(), await claimed()];
    await sessions.keepToken(first.claim, 'EAAB_short');
    await sessions.offer(second.claim, surveyOf(7));
    const rotation = new KeyRotation(db, cipherWith(NEW, OLD));
    for (const column of SEALED_COLUMNS) rotation.include(column);
    expect(await rotation.left()).toEqual({ left: 5, unreadable: 0 });
    await rotation.onApplicationBootstrap();
    expect(await rotation.left()).toEqual({ left: 0, unreadable: 0 });
    expect(sessionsWith(NEW).tokenOf((await first.again())!)).toBe('EAAB_short');
    const { pages } = (await sessions.offered(user, second.claim.id))!;
    const open = (token: string) =>
      cipherWith(NEW).decrypt(token, `connect_sessions:${second.claim.id}:page_token`);
    expect(pages.flatMap(({ token }) => (token ? [open(token)] : []))).toEqual([
      'EAAB_1',
      'EAAB_2',
      'EAAB_4',
      'EAAB_5',
    ]);
  });

  it('is forgotten: the Pages after half an hour, the rest after a day, and all of it with the user', async () => {
    const { claim, again } = await claimed();
    await sessions.offer(claim, surveyOf(2));
    now += HALF_AN_HOUR_MS - 1;
    await sessions.forgetOld();
    expect(await count('connect_pages')).toBe(2);
    now += 1;
    await sessions.forgetOld();
    expect([await count('connect_pages'), (await again())!.outcome]).toEqual([0, 'offered']);
    now += 24 * 60 * 60_000;
    await sessions.forgetOld();
    expect(await count('connect_sessions')).toBe(0);
    const other = await claimed();
    await sessions.offer(other.claim, surveyOf(2));
    await db.run('DELETE FROM users WHERE id = ?', [user]);
    expect([await count('connect_sessions'), await count('connect_pages')]).toEqual([0, 0]);
  });

  it('keeps the newest 50 of a user', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 55; n++) ids.push((await opened()).session.id);
    const rows = await db.rows<{ id: number }>('SELECT id FROM connect_sessions ORDER BY id');
    expect(rows.map(({ id }) => id)).toEqual(ids.slice(5));
  });
});
