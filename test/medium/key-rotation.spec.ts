import { randomBytes } from 'node:crypto';
import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { keyIdOf, SecretCipher } from '../../backend/config/secret-cipher';
import type { Database } from '../../backend/database/database';
import { KeyRotation } from '../../backend/database/key-rotation';
import { sealedTexts } from '../../backend/database/sealed-texts';
import { eachDatabase, openDatabase } from '../support/databases';
import { Explainer } from '../support/query-plans';

const [OLD, NEW, LOST] = [randomBytes(32), randomBytes(32), randomBytes(32)] as [Buffer, Buffer, Buffer];
const cipherWith = (...encryption: Buffer[]) => new SecretCipher({ jwt: '', encryption });
const contextOf = (id: number) => `mails:${id}`;

eachDatabase((name, makeConfig) => {
  let dataSource: DataSource;
  let db: Database;
  let warned: unknown[];

  beforeAll(async () => {
    ({ dataSource, db } = await openDatabase(await makeConfig()));
  });
  afterAll(() => dataSource.destroy());
  beforeEach(async () => {
    await db.run('DELETE FROM mails');
    warned = [];
    jest.spyOn(Logger.prototype, 'log').mockReturnValue();
    jest.spyOn(Logger.prototype, 'warn').mockImplementation((fields: unknown) => void warned.push(fields));
  });
  afterEach(() => jest.restoreAllMocks());

  /** `owner` stands in a column of its own, as the user of a connection does. */
  const keep = (sealed: string, owner: number) =>
    db.insert('mails', { sealed, due_at: owner, expires_at: 0 });
  const texts = async () =>
    (await db.rows<{ sealed: string }>('SELECT sealed FROM mails ORDER BY id')).map(({ sealed }) => sealed);
  const rotationWith = (...keys: Buffer[]) => {
    const rotation = new KeyRotation(db, cipherWith(...keys));
    rotation.include({ table: 'mails', column: 'sealed', owner: 'due_at', contextOf });
    return rotation;
  };
  const start = (...keys: Buffer[]) => rotationWith(...keys).onApplicationBootstrap();

  it('moves what older keys sealed, with and without the id of the key, in any number', async () => {
    const old = cipherWith(OLD);
    for (let owner = 1; owner <= 250; owner++) {
      const sealed = old.encrypt(`text ${owner}`, contextOf(owner));
      await keep(owner % 2 ? sealed : `v1.${sealed.split('.').at(-1)}`, owner);
    }
    await start(NEW, OLD);
    const opened = (await texts()).map((sealed, n) => cipherWith(NEW).decrypt(sealed, contextOf(n + 1)));
    expect(opened).toEqual(Array.from({ length: 250 }, (_, n) => `text ${n + 1}`));
  });

  it('writes nothing where everything is under the newest key', async () => {
    await keep(cipherWith(NEW).encrypt('text', contextOf(1)), 1);
    const before = await texts();
    await start(NEW, OLD);
    expect(await texts()).toEqual(before);
  });

  it('moves all texts, however far apart their ids are', async () => {
    const ids = [1, 2, 1999, 2000, 2001, 2002, 4001, 5_000_000, 1_999_999_999];
    for (const id of ids)
      await db.insert('mails', {
        id,
        sealed: cipherWith(OLD).encrypt(`text ${id}`, contextOf(id)),
        due_at: id,
        expires_at: 0,
      });
    expect(await rotationWith(NEW, OLD).left()).toEqual({ left: ids.length, unreadable: 0 });
    await start(NEW, OLD);
    const opened = (await texts()).map((sealed, n) => cipherWith(NEW).decrypt(sealed, contextOf(ids[n]!)));
    expect(opened).toEqual(ids.map((id) => `text ${id}`));
    await db.run('DELETE FROM mails');
  });

  it('looks at a span of ids at a time, and at no row of it twice, when nothing is left to move', async () => {
    for (let owner = 1; owner <= 250; owner++)
      await keep(cipherWith(NEW).encrypt('text', contextOf(owner)), owner);
    const explainer = new Explainer(db, name);
    const reads = jest.spyOn(db, 'rows');
    await start(NEW, OLD);
    explainer.stop();
    expect(explainer.scansOf(['mails'])).toEqual([]);
    if (name === 'SQLite')
      expect(explainer.plans[1]?.text).toMatch(
        /SEARCH mails USING INTEGER PRIMARY KEY \(rowid>\? AND rowid<\?\)/,
      );
    expect(reads).toHaveBeenCalledTimes(1);
  });

  it('counts the texts of each key, a span of ids at a time', async () => {
    for (const [id, key] of [
      [1, OLD],
      [2, NEW],
      [2001, NEW],
      [500_000, NEW],
    ] as const)
      await db.insert('mails', {
        ...{ id, due_at: 0, expires_at: 0 },
        sealed: cipherWith(key).encrypt('text', contextOf(id)),
      });
    await db.insert('mails', { id: 500_001, sealed: 'v1.text', due_at: 0, expires_at: 0 });
    const explainer = new Explainer(db, name);
    const found = await sealedTexts(db, [{ table: 'mails', column: 'sealed', owner: 'id', contextOf }]);
    explainer.stop();
    const byKey = new Map([
      [keyIdOf(OLD), 1],
      [keyIdOf(NEW), 3],
    ]);
    expect(found).toEqual({ byKey, unnamed: 1 });
    expect(explainer.scansOf(['mails'])).toEqual([]);
  });

  it('leaves alone what no key opens, goes on after it, and says how many there are', async () => {
    const lost = cipherWith(LOST).encrypt('text', contextOf(1));
    await keep(lost, 1);
    await keep('nothing sealed', 2);
    await keep(cipherWith(OLD).encrypt('text', contextOf(3)), 3);
    expect(await rotationWith(NEW, OLD).left()).toEqual({ left: 1, unreadable: 2 });
    await start(NEW, OLD);
    expect(await rotationWith(NEW, OLD).left()).toEqual({ left: 0, unreadable: 2 });
    const [first, second, third] = await texts();
    expect([first, second]).toEqual([lost, 'nothing sealed']);
    expect(cipherWith(NEW).decrypt(third!, contextOf(3))).toBe('text');
    expect(warned).toEqual([{ unreadable: 2 }]);
  });

  it('keeps texts equal that were equal: the two accounts of a token share it', async () => {
    const sealed = cipherWith(OLD).encrypt('token', contextOf(7));
    await keep(sealed, 7);
    await keep(sealed, 7);
    await start(NEW, OLD);
    const [first, second] = await texts();
    expect(first).toBe(second);
    expect(first).not.toBe(sealed);
  });

  it('is safe with several processes that start together', async () => {
    for (let owner = 1; owner <= 120; owner++)
      await keep(cipherWith(OLD).encrypt('text', contextOf(owner)), owner);
    await Promise.all([start(NEW, OLD), start(NEW, OLD), start(NEW, OLD)]);
    const opened = (await texts()).map((sealed, n) => cipherWith(NEW).decrypt(sealed, contextOf(n + 1)));
    expect(new Set(opened)).toEqual(new Set(['text']));
  });

  it('does not undo what somebody wrote meanwhile', async () => {
    await keep(cipherWith(OLD).encrypt('old token', contextOf(1)), 1);
    const rows = db.rows.bind(db);
    const fresh = cipherWith(NEW).encrypt('new token', contextOf(1));
    jest.spyOn(db, 'rows').mockImplementationOnce(async (sql, params) => {
      const read = await rows(sql, params);
      await db.run('UPDATE mails SET sealed = ?', [fresh]);
      return read;
    });
    await start(NEW, OLD);
    expect(await texts()).toEqual([fresh]);
  });
});
