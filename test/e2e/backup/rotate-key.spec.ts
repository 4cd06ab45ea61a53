import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AccountsService } from '../../../backend/accounts/accounts.service';
import { Database } from '../../../backend/database/database';
import { PAGE, startFake, startTestApp } from '../../support/app';
import { cliProcess as cli } from '../../support/cli';

// Each command is a process of its own.
jest.setTimeout(240_000);

const marksOf = async (db: Database) => {
  const rows = await db.rows<{ token: string }>('SELECT token FROM accounts WHERE token IS NOT NULL');
  return new Set(rows.map(({ token }) => token.split('.')[1]));
};

it('rotates a kept key: new ones seal, old ones open, and go when nothing needs them', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'pagecast-rotate-'));
  const fake = await startFake();
  const keys = async () => (await readFile(join(dir, 'encryption-key'), 'utf8')).trim().split(',');
  try {
    expect(await cli(dir, ['rotate-key'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no encryption key yet'),
    });
    const first = await startTestApp({ dir, fake });
    await first.users.subscriber({ connected: true });
    const before = await marksOf(first.running.nest.get(Database));
    const [old = ''] = await keys();
    const added = await cli(dir, ['rotate-key']);
    expect([added.code, added.err]).toEqual([0, '']);
    const both = await keys();
    expect([both.length, both[1]]).toEqual([2, old]);
    expect((await stat(join(dir, 'encryption-key'))).mode & 0o777).toBe(0o600);
    for (const key of both) expect(added.out).not.toContain(key);
    expect(await cli(dir, ['rotate-key', '--drop-old'])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^\d+ texts are still encrypted with an older key\./),
    });
    expect(await keys()).toEqual(both);
    // Of a key that is lost, or damaged. No restart encrypts it again.
    const lost = "UPDATE accounts SET given_token = 'v2.000000000000.xxxx' WHERE given_token IS NOT NULL";
    const damaged = await first.running.nest.get(Database).run(lost);
    await first.end();

    const second = await startTestApp({ dir, fake });
    const after = await marksOf(second.running.nest.get(Database));
    expect([after.size, [...after][0] === [...before][0]]).toEqual([1, false]);
    const dropped = await cli(dir, ['rotate-key', '--drop-old']);
    expect(dropped).toMatchObject({ code: 0, err: '' });
    expect(dropped.out).toContain(`${damaged} texts fit none of the keys`);
    expect(dropped.out).toContain('1 old key was removed.');
    expect(await keys()).toEqual([both[0]]);
    await second.end();

    const third = await startTestApp({ dir, fake });
    const [account] = await third.running.nest
      .get(Database)
      .rows<{ user_id: number; token: string }>('SELECT user_id, token FROM accounts');
    const { token } = third.running.nest
      .get(AccountsService)
      .opened(account?.user_id ?? 0, '', account?.token ?? '');
    expect(token).toBe(PAGE.token);
    await third.end();
    expect((await cli(dir, ['rotate-key', '--drop-old'])).out).toContain('There is one key only.');
  } finally {
    await fake.stop();
    await rm(dir, { recursive: true, force: true });
  }
});

it('says what to set where the key is in the environment, and prints none of the present ones', async () => {
  const present = 'ab'.repeat(32);
  const { code, out } = await cli('/nowhere', ['rotate-key'], { env: { ENCRYPTION_KEY: present } });
  expect([code, out]).toEqual([0, expect.stringMatching(/^[0-9a-f]{64}$/m)]);
  expect(out).not.toContain(present);
  expect(out).toContain('Put it before the present value');
});

it('has several processes read a new key before one of them encrypts with it', async () => {
  const env = {
    DATABASE_URL: 'mysql://nobody@127.0.0.1:1/nothing',
    JWT_SECRET: 'x'.repeat(48),
    ENCRYPTION_KEY: 'ab'.repeat(32),
    PUBLIC_URL: 'https://pagecast.example.com',
  };
  const { code, out } = await cli('/nowhere', ['rotate-key'], { env });
  expect([code, out]).toEqual([0, expect.stringMatching(/^1\. Put it behind .*\n2\. .* put it before /m)]);
});
