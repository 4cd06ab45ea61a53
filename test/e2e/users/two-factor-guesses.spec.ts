import { databaseEnv, useApp } from '../../support/app';
import type { Authenticator } from '../../support/authenticator';
import type { Client } from '../../support/client';
import { eachDatabase } from '../../support/databases';
import { eventually } from '../../support/eventually';
import { twoFactorUsers } from '../../support/two-factor-users';

jest.setTimeout(120_000);

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MOST = 30;
const GUESSED = 'Somebody tried to guess your sign-in code';

eachDatabase((_name, makeConfig) => {
  const app = useApp(async () => ({
    env: { ...databaseEnv(await makeConfig()), TRUSTED_PROXIES: '127.0.0.1' },
  }));
  const { person, login, challengeOf, answer, fresh, subjects } = twoFactorUsers(app);
  beforeAll(() => app.clock.stop());
  beforeEach(() => {
    app.clock.forward(5 * MINUTE);
  });

  let addresses = 0;
  const elsewhere = () => ({ 'x-forwarded-for': `198.51.100.${(++addresses % 250) + 1}` });

  /** By who has the password, from another address each time, and slowly enough for the limits of a minute. */
  async function guess(client: Client, phone: Authenticator, count: number): Promise<number[]> {
    const statuses: number[] = [];
    while (statuses.length < count) {
      app.clock.forward(MINUTE + 1);
      const from = elsewhere();
      const { body } = await login(client, undefined, from);
      for (let n = 0; n < 4 && statuses.length < count; n++)
        statuses.push((await answer(body.challenge, phone.wrong(), from)).status);
    }
    return statuses;
  }

  /** With a right code, from where nobody was. */
  async function signIn(client: Client, code: () => string | undefined): Promise<number> {
    const from = elsewhere();
    const { body } = await login(client, undefined, from);
    return (await answer(body.challenge, code(), from)).status;
  }

  const told = async (client: Client) =>
    (await subjects(client)).filter((subject) => subject === GUESSED).length;

  it('are thirty a day and account from addresses that it does not know, over challenges', async () => {
    const { client, app: phone } = await person();
    const statuses = await guess(client, phone, MOST + 4);
    expect(statuses).toEqual([...Array(MOST).fill(422), ...Array(4).fill(429)]);
    app.clock.forward(MINUTE + 1);
    const from = elsewhere();
    const { body } = await login(client, undefined, from);
    const refused = await answer(body.challenge, fresh(phone), from);
    expect([refused.status, refused.body.error]).toEqual([429, 'too_many_requests']);
    expect(refused.body.message).toMatch(/^Too many requests\. Try again in \d+ seconds\.$/);
    const other = await person();
    expect(await signIn(other.client, () => fresh(other.app))).toBe(200);
    app.clock.forward(DAY);
    expect(await signIn(client, () => fresh(phone))).toBe(200);
  });

  it('leave the owner alone where they signed in before, whose right code makes an end of them', async () => {
    const { client, app: phone } = await person();
    await guess(client, phone, MOST);
    expect(await signIn(client, () => fresh(phone))).toBe(429);
    app.clock.forward(MINUTE + 1);
    expect((await answer(await challengeOf(client), phone.wrong())).status).toBe(422);
    expect((await answer(await challengeOf(client), fresh(phone))).status).toBe(200);
    expect(await signIn(client, () => fresh(phone))).toBe(200);
  });

  it('leave recovery codes, which nobody guesses', async () => {
    const { client, app: phone, recovery } = await person();
    await guess(client, phone, MOST);
    app.clock.forward(MINUTE + 1);
    expect(await signIn(client, () => phone.code())).toBe(429);
    expect(await signIn(client, () => 'abcd-efgh-ijkl-mnop')).toBe(422);
    expect(await signIn(client, () => recovery[0])).toBe(200);
    expect(await signIn(client, () => fresh(phone))).toBe(200);
  });

  it('are told to the owner once a day when the tries of a challenge are used up', async () => {
    const { client, app: phone } = await person();
    const useUp = async () => {
      app.clock.forward(MINUTE + 1);
      const challenge = await challengeOf(client);
      for (let n = 0; n < 4; n++) await answer(challenge, phone.wrong());
      const before = await told(client);
      await answer(challenge, phone.wrong());
      return before;
    };
    expect(await useUp()).toBe(0);
    await eventually(
      () => told(client),
      (count) => count === 1,
    );
    for (let n = 0; n < 3; n++) expect(await useUp()).toBe(1);
    app.clock.forward(DAY);
    await useUp();
    expect(
      await eventually(
        () => told(client),
        (count) => count > 1,
      ),
    ).toBe(2);
  });

  it('are told to the owner when no challenge is used up, but the tries of the day are', async () => {
    const { client, app: phone } = await person();
    await guess(client, phone, MOST);
    await eventually(
      () => told(client),
      (count) => count === 1,
    );
  });
});
