import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Database } from '../../../backend/database/database';
import { useApp } from '../../support/app';
import { cliProcess as cli } from '../../support/cli';
import { eventually } from '../../support/eventually';
import { mailsOf, type ReadMail } from '../../support/mails';

// Each command is a process of its own.
jest.setTimeout(240_000);

const PASSWORD = 'nine purple lighthouses';

describe('administrators at the command line', () => {
  const app = useApp();

  const shownIn = (out: string) => /^Password: (\S+) {3}\(shown once\)$/m.exec(out)?.[1] ?? '';
  const signIn = (email: string, password: string) => app.client.post('/api/auth/login', { email, password });

  it('are created while the product runs, with a password that is shown once', async () => {
    const made = await cli(app.dir, ['admin', 'create', '--email', ' Ada@Example.com ', '--name', 'Ada']);
    expect([made.code, made.err]).toEqual([0, '']);
    expect(made.out).toContain('ada@example.com is an administrator now.');
    const { status, body } = await signIn('ada@example.com', shownIn(made.out));
    expect([status, body.user.name, body.user.is_admin]).toEqual([200, 'Ada', 1]);
    const admin = await app.client.login('ada@example.com', shownIn(made.out));
    const log = (await admin.get('/api/admin/activity?filter={"action":"user_added"}')).body;
    expect(JSON.stringify(log)).toContain(`user:${body.user.id}`);
  });

  it('are refused by the rules that hold for everybody', async () => {
    const create = (email: string, stdin: string, ...more: string[]) =>
      cli(app.dir, ['admin', 'create', '--email', email, '--password-stdin', ...more], { stdin });
    expect((await create('nobody', PASSWORD)).err).toBe('Enter a valid email address.\n');
    expect((await create('b@example.com', 'short')).err).toBe('A password has 8 to 128 characters.\n');
    expect((await create('b@example.com', 'password')).err).toMatch(/^Many people have this password/);
    expect((await create('b@example.com', PASSWORD, '--name', 'x'.repeat(256))).err).toMatch(/^A name has/);
    expect((await signIn('b@example.com', PASSWORD)).status).toBe(401);
  });

  it('are made of an existing account only when that is asked for', async () => {
    const user = await app.users.newcomer({ email: 'carl@example.com' });
    const create = (...more: string[]) =>
      cli(app.dir, ['admin', 'create', '--email', 'carl@example.com', ...more]);
    const refused = await create();
    expect([refused.code, refused.out]).toEqual([1, '']);
    expect(refused.err).toContain('With --promote it becomes an administrator; its password stays.');
    expect((await user.get('/api/admin/users')).status).toBe(403);
    expect((await create('--promote')).out).toBe('carl@example.com is an administrator now.\n');
    expect((await user.get('/api/admin/users')).status).toBe(200);
    expect((await create('--promote')).out).toBe('carl@example.com was an administrator already.\n');
    // As after a kill that came before the password was shown.
    expect((await create()).err).toBe(
      'carl@example.com is an administrator already. `cli admin reset-password --email carl@example.com` gives them a new password.\n',
    );
  });

  it('give a lost password back, which ends every session and reset link', async () => {
    const user = await app.users.newcomer({ email: 'dora@example.com' });
    await app.client.post('/api/auth/forgot-password', { email: 'dora@example.com' });
    const args = ['admin', 'reset-password', '--email', 'dora@example.com'];
    const reset = await cli(app.dir, [...args, '--password-stdin'], { stdin: PASSWORD });
    expect([reset.code, reset.out]).toEqual([
      0,
      'dora@example.com has a new password, and is signed out everywhere.\n',
    ]);
    expect((await user.get('/api/user')).status).toBe(401);
    expect((await signIn('dora@example.com', PASSWORD)).status).toBe(200);
    const db = app.running.nest.get(Database);
    const links = 'SELECT id FROM reset_links WHERE user_id = ? AND expires_at > ?';
    expect(await db.rows(links, [user.user.id, Date.now() + 1000])).toEqual([]);
    expect((await cli(app.dir, ['admin', 'reset-password', '--email', 'x@y.zz'])).code).toBe(1);
  });

  it('turn off two-factor sign-in only when that is asked for', async () => {
    const user = await app.users.newcomer({ email: 'emil@example.com' });
    const db = app.running.nest.get(Database);
    await db.run("UPDATE users SET two_factor = 1, two_factor_secret = 'sealed' WHERE id = ?", [
      user.user.id,
    ]);
    const args = ['admin', 'reset-password', '--email', 'emil@example.com'];
    const kept = await cli(app.dir, args);
    expect(kept.out).toContain('Two-factor sign-in is still on.');
    const factor = async () =>
      db.row('SELECT two_factor, two_factor_secret FROM users WHERE id = ?', [user.user.id]);
    expect(await factor()).toEqual({ two_factor: 1, two_factor_secret: 'sealed' });
    const off = await cli(app.dir, [...args, '--disable-two-factor']);
    expect(off.out).toContain('Two-factor sign-in is off.');
    const told = (mail: ReadMail) =>
      mail.header('To') === 'emil@example.com' &&
      mail.header('Subject') === 'Two-factor sign-in was turned off';
    await eventually(
      () => mailsOf(app.dir),
      (mails) => mails.some(told),
      90_000,
    );
    expect(await factor()).toEqual({ two_factor: 0, two_factor_secret: null });
    const { status, body } = await signIn('emil@example.com', shownIn(off.out));
    expect([status, typeof body.token]).toEqual([200, 'string']);
  });

  it('keep no password in a file of the installation', async () => {
    const made = await cli(app.dir, ['admin', 'create', '--email', 'fay@example.com']);
    for (const name of ['pagecast.sqlite', 'pagecast.sqlite-wal'])
      expect(await readFile(join(app.dir, name), 'latin1')).not.toContain(shownIn(made.out));
  });
});
