import { randomUUID } from 'node:crypto';
import { CaptionsService } from '../../../backend/captions/captions.service';
import { Database, type Statement } from '../../../backend/database/database';
import { DatabaseAway } from '../../../backend/database/database-errors';
import { databaseEnv, useApp } from '../../support/app';
import type { Answer, Client } from '../../support/client';
import { eachDatabase } from '../../support/databases';
import { gateOn, keyed } from '../../support/keyed-calls';

jest.setTimeout(60_000);

const OVER_A_LEASE_MS = 61_000;

eachDatabase((_name, makeConfig) => {
  const app = useApp(async () => ({ env: databaseEnv(await makeConfig()) }));
  const db = () => app.running.nest.get(Database);
  let user: Client;
  let key: string;
  beforeAll(() => app.clock.stop());
  beforeEach(async () => {
    user = await app.users.subscriber();
    key = randomUUID();
  });
  afterEach(() => jest.restoreAllMocks());

  const add = () => keyed(user, key, '/api/captions', { content: 'Fresh bread' });
  const captions = async (): Promise<any[]> => (await user.get('/api/captions')).body;
  const replayed = ({ headers }: Answer) => headers.get('idempotency-replayed');

  /** Once, when a statement about captions comes by. */
  const onCaptions = (method: 'unit' | 'read', act: (real: () => Promise<unknown>) => Promise<unknown>) => {
    const inner = db() as unknown as Record<string, (given: unknown) => Promise<unknown>>;
    const real = inner[method]!.bind(db());
    const spy = jest.spyOn(inner, method).mockImplementation((given) => {
      const statements = [given as Statement | Statement[]].flat();
      if (!statements.some(({ sql }) => /(from|into) [`"]?captions/i.test(sql))) return real(given);
      spy.mockRestore();
      return act(() => real(given));
    });
  };

  const isHeldBack = ({ status, body }: Answer) => status === 409 && /may have been made/.test(body.message);

  it('does not repeat a call whose commit was not answered', async () => {
    onCaptions('unit', async (commit) => {
      await commit();
      throw new DatabaseAway(new Error('the connection was lost'));
    });
    expect((await add()).status).toBe(503);
    expect(isHeldBack(await add())).toBe(true);
    expect(await captions()).toHaveLength(1);
  });

  it('does not repeat a call that was done and could not be read back', async () => {
    onCaptions('read', () => Promise.reject(new DatabaseAway(new Error('refused'), false)));
    expect((await add()).status).toBe(503);
    expect(isHeldBack(await add())).toBe(true);
    expect(await captions()).toHaveLength(1);
  });

  it('repeats a call of which nothing reached the database', async () => {
    onCaptions('unit', () => Promise.reject(new DatabaseAway(new Error('refused'), false)));
    expect((await add()).status).toBe(503);
    const again = await add();
    expect([again.status, replayed(again)]).toEqual([201, null]);
    expect(await captions()).toHaveLength(1);
  });

  it('does not repeat a call whose process went silent after its commit', async () => {
    const create = jest.spyOn(app.running.nest.get(CaptionsService), 'create');
    const real = CaptionsService.prototype.create.bind(app.running.nest.get(CaptionsService));
    let wake = (): void => undefined;
    const silence = new Promise<void>((resolve) => (wake = resolve));
    const committed = new Promise<void>((resolve) => {
      create.mockImplementationOnce(async (...given) => {
        const made = await real(...given);
        resolve();
        await silence;
        return made;
      });
    });
    const first = add();
    await committed;
    app.clock.forward(OVER_A_LEASE_MS);
    expect(isHeldBack(await add())).toBe(true);
    wake();
    expect((await first).status).toBe(201);
    expect(replayed(await add())).toBe('true');
    expect(await captions()).toHaveLength(1);
  });

  it('writes nothing for a call whose key another request has taken over', async () => {
    const gate = gateOn(app.running.nest.get(CaptionsService), 'create');
    const first = add();
    await gate.reached;
    app.clock.forward(OVER_A_LEASE_MS);
    expect((await add()).status).toBe(201);
    gate.open();
    expect((await first).status).toBe(409);
    expect(await captions()).toHaveLength(1);
  });
});
