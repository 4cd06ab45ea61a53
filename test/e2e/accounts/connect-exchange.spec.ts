import { Database } from '../../../backend/database/database';
import { offeredBy } from '../../support/connecting';
import { metaError } from '../../support/fake-graph';
import { Connected, FAILED } from '../../support/use-connecting';

const on = new Connected();

describe('who comes back', () => {
  it('needs the cookie of that state, and leaves it usable without', async () => {
    const other = await on.app.users.newcomer();
    const [mine, theirs] = [await on.connecting.start(on.user), await on.connecting.start(other)];
    const path = await on.connecting.answered(mine);
    const before = on.soFar();
    const others = [
      undefined,
      theirs.cookie,
      'pagecast_connect=',
      'pagecast_connect=x',
      `xpagecast_connect=${mine.cookie.split('=')[1]}`,
      `other=${mine.cookie.split('=')[1]}`,
    ];
    for (const cookie of others) expect(await on.connecting.comeBack(path, cookie)).toBe(FAILED);
    expect(on.exchangesSince(before)).toBe(0);
    const among = `theme=dark; ${theirs.cookie}; ${mine.cookie}`;
    expect(await on.connecting.comeBack(path, among)).toMatch(/connect=\d+$/);
  });

  it.each([
    ['no state', ''],
    ['an empty state', 'state=&code=x'],
    ['two states', 'state=a&state=b&code=x'],
    ['a list', 'state[]=a&code[]=x'],
    ['a long state', `state=${'a'.repeat(5000)}&code=x`],
    ['bytes that are no text', 'state=%ff%00&code=%00'],
    [
      'another address to go to',
      'redirect=https://evil.example&next=//evil.example&state=%2F%2Fevil.example',
    ],
  ])('goes to the settings with %s', async (_what, query) => {
    const { cookie } = await on.connecting.start(on.user);
    expect(await on.connecting.comeBack(`/api/connect/callback?${query}`, cookie)).toBe(FAILED);
  });

  it('takes a callback without code and error for nothing', async () => {
    const dialog = await on.connecting.start(on.user);
    const state = new URL(dialog.url).searchParams.get('state')!;
    expect(await on.connecting.comeBack(`/api/connect/callback?state=${state}`, dialog.cookie)).toBe(FAILED);
    expect(await on.connecting.comeBack(await on.connecting.answered(dialog), dialog.cookie)).toMatch(
      /connect=\d+$/,
    );
  });
});

describe('the exchange', () => {
  it('happens once, however often and however close the browser comes back', async () => {
    const dialog = await on.connecting.start(on.user);
    const path = await on.connecting.answered(dialog);
    const before = on.soFar();
    on.fake.fault({ on: 'oauth', do: { delayMs: 300 } });
    const locations = await Promise.all(
      Array.from({ length: 6 }, () => on.connecting.comeBack(path, dialog.cookie)),
    );
    expect(new Set(locations).size).toBe(1);
    expect(locations[0]).toMatch(/connect=\d+$/);
    expect(await on.connecting.comeBack(path, dialog.cookie)).toBe(locations[0]);
    expect(on.exchangesSince(before)).toBe(1);
  });

  it('goes on with the token where the survey before was cut short', async () => {
    const dialog = await on.connecting.start(on.user);
    const path = await on.connecting.answered(dialog);
    const db = on.app.running.nest.get(Database);
    const before = on.soFar();
    // As a process leaves it that was killed after the exchange: with the token, and a claim that runs out.
    on.fake.fault({ on: 'me.accounts', do: { delayMs: 1_000 } });
    const first = on.connecting.comeBack(path, dialog.cookie);
    await on.fake.waitForCall('me.accounts', on.fake.history('me.accounts').length + 1);
    await db.run("UPDATE connect_sessions SET locked_by = 'a dead one', locked_until = 0 WHERE user_id = ?", [
      on.user.user.id,
    ]);
    const second = await on.connecting.comeBack(path, dialog.cookie);
    expect(second).toMatch(/connect=\d+$/);
    expect(await first).toBe(second);
    expect(on.exchangesSince(before)).toBe(1);
  });

  it.each([
    ['the secret is wrong', metaError(1, null, 'Error validating client secret.', { status: 400 }), 'failed'],
    ['the code came too late', metaError(100, 36007, 'This authorization code has expired.'), 'expired'],
    ['the code was used', metaError(100, 36009, 'This authorization code has been used.'), 'failed'],
    ['Meta is down', { status: 503, html: true }, 'failed'],
    ['there is no token in the answer', { status: 200, body: {} }, 'failed'],
  ])('fails once and for all when %s', async (_what, fault, error) => {
    const dialog = await on.connecting.start(on.user);
    const path = await on.connecting.answered(dialog);
    on.fake.fault({ on: 'oauth', times: 2, do: fault });
    const location = `/dashboard/settings?connect_error=${error}`;
    expect(await on.connecting.comeBack(path, dialog.cookie)).toBe(location);
    on.fake.clearFaults();
    const before = on.soFar();
    expect(await on.connecting.comeBack(path, dialog.cookie)).toBe(location);
    expect(on.exchangesSince(before)).toBe(0);
  });

  it.each(['me', 'me.permissions', 'me.accounts'])(
    'fails when %s cannot be read, and keeps no token',
    async (call) => {
      on.fake.fault({ on: call, do: metaError(2, null, 'later') });
      expect(await on.connecting.whole(on.user)).toBe(FAILED);
      const db = on.app.running.nest.get(Database);
      expect(await db.rows('SELECT token FROM connect_sessions WHERE token IS NOT NULL')).toEqual([]);
    },
  );

  it('keeps tokens sealed, and none of them in an answer or an address', async () => {
    const location = await on.connecting.whole(on.user);
    const { body } = await on.user.get(`/api/connect/${offeredBy(location)}`);
    const db = on.app.running.nest.get(Database);
    const rows = [
      await db.rows('SELECT * FROM connect_sessions'),
      await db.rows('SELECT * FROM connect_pages'),
    ];
    expect(rows[1]!.length).toBeGreaterThan(0);
    for (const text of [location, JSON.stringify(body), JSON.stringify(rows)])
      expect(text).not.toMatch(/EAAB_|login-\d|AQ-\d/);
  });
});
