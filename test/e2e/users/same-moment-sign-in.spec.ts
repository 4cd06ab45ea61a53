import { AuthLimits } from '../../../backend/auth/auth-limits';
import { KnownAddresses } from '../../../backend/auth/known-addresses';
import { SessionsService } from '../../../backend/auth/sessions.service';
import { Database } from '../../../backend/database/database';
import { UsersService } from '../../../backend/users/users.service';
import { databaseEnv, startTestApp, type TestApp } from '../../support/app';
import { eachDatabase } from '../../support/databases';

const AT_ONCE = 20;
const ROUNDS = 5;

eachDatabase((_name, makeConfig) => {
  let app: TestApp;
  let db: Database;

  beforeAll(async () => {
    const config = await makeConfig();
    app = await startTestApp({
      env: {
        ...databaseEnv(config),
        TRUSTED_PROXIES: '127.0.0.1',
      },
    });
    db = app.running.nest.get(Database);
    // Ten of an account from one address are the limit; the subject here is what more would do.
    const limits = app.running.nest.get(AuthLimits);
    jest.spyOn(limits, 'consume').mockResolvedValue();
    jest.spyOn(limits, 'look').mockResolvedValue();
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await app.end();
  });

  it('signs an account in that comes from a new address twenty times at once', async () => {
    const { user } = await app.client.register();
    const address = '198.51.100.1';
    const body = { email: user.email, password: 'secret-enough' };
    const signIn = () => app.client.call('POST', '/api/auth/login', body, { 'x-forwarded-for': address });
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, signIn));
    expect(answers.map(({ status }) => status)).toEqual(Array(AT_ONCE).fill(200));
    const ofAddress = 'SELECT address FROM known_addresses WHERE user_id = ? AND address = ?';
    expect(await db.rows(ofAddress, [user.id, address])).toHaveLength(1);
  });

  it('opens every session when none of the units has seen the address of another', async () => {
    const { user } = await app.client.register();
    const { passwordHash } = await app.running.nest.get(UsersService).get(user.id);
    const sessions = app.running.nest.get(SessionsService);
    const addresses = app.running.nest.get(KnownAddresses);
    for (let round = 1; round <= ROUNDS; round++) {
      const from = { address: `203.0.113.${round}`, agent: 'a browser' };
      const tokens = await Promise.all(
        Array.from({ length: AT_ONCE }, () =>
          sessions.open({ id: user.id, passwordHash }, from, addresses.noting(user.id, from.address)),
        ),
      );
      expect(tokens.filter((token) => token === undefined)).toEqual([]);
    }
  });
});
