import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '../../support/client';
import { Connecting, META_APP, offeredBy } from '../../support/connecting';
import { FakeGraph } from '../../support/fake-graph';
import { MAIN, Product } from '../../support/process';
import { BAKERY, FAILED, INSTAGRAM, personsPage } from '../../support/use-connecting';
import { Users } from '../../support/users';

jest.setTimeout(120_000);

/** A killed process's claim runs out after 10 s. */
const CLAIM_MS = 11_000;

interface Case {
  /** Sees to it that `kill` runs at that moment. */
  arm(fake: FakeGraph, kill: () => Promise<void>): void;
  leadsTo: 'the Pages' | 'a failure';
  /** Of the code, with and without effect. */
  exchanges: number;
}

/** The call has come in, and nothing comes of it. */
const before =
  (name: string, nth = 1): Case['arm'] =>
  (fake, kill) => {
    fake.fault({ on: name, nth, do: { cut: 'before' } });
    let calls = 0;
    fake.onCall(name, () => (++calls === nth ? kill() : undefined));
  };

const after =
  (name: string, nth = 1): Case['arm'] =>
  (fake, kill) => {
    let calls = 0;
    fake.onEffect(name, () => (++calls === nth ? kill() : undefined));
  };

const CASES: [string, Case][] = [
  ['before the code is exchanged', { arm: before('oauth'), leadsTo: 'the Pages', exchanges: 2 }],
  // The code is used up, and nobody has its token.
  [
    'when the code is exchanged and the answer on its way',
    { arm: after('oauth'), leadsTo: 'a failure', exchanges: 2 },
  ],
  ['before the long-lived token', { arm: before('oauth', 2), leadsTo: 'the Pages', exchanges: 1 }],
  ['while it reads the Pages', { arm: before('me.accounts'), leadsTo: 'the Pages', exchanges: 1 }],
  ['when it has read the Pages', { arm: after('me.accounts'), leadsTo: 'the Pages', exchanges: 1 }],
];

it.each(CASES)('a callback that is killed %s', async (_when, { arm, leadsTo, exchanges }) => {
  const dir = await mkdtemp(join(tmpdir(), 'pagecast-connect-kill-'));
  const fake = new FakeGraph({ app: META_APP });
  fake.addPage(personsPage(BAKERY, { igId: INSTAGRAM }));
  await fake.start();
  const env = { META_APP_ID: META_APP.id, META_APP_SECRET: META_APP.secret, DIALOG_URL: fake.graphUrl };
  let product = await Product.start(MAIN, { fake, dir, env });
  try {
    const user = await new Users(new Client(product.url)).newcomer();
    const dialog = await new Connecting(product).start(user);
    const path = await new Connecting(product).answered(dialog);
    arm(fake, () => product.kill());
    await expect(new Connecting(product).comeBack(path, dialog.cookie)).rejects.toThrow();

    product = await Product.start(MAIN, { fake, dir, env, clockAheadMs: CLAIM_MS });
    const again = new Connecting(product);
    const location = await again.comeBack(path, dialog.cookie);
    if (leadsTo === 'a failure') expect(location).toBe(FAILED);
    else {
      const { body } = await new Client(product.url, user.token).get(`/api/connect/${offeredBy(location)}`);
      expect(body.pages).toMatchObject([{ page_id: BAKERY, can_post: true }]);
    }
    expect(await again.comeBack(path, dialog.cookie)).toBe(location);
    const calls = fake.history('oauth').filter(({ params }) => params.code !== undefined);
    expect(calls).toHaveLength(exchanges);
    expect(fake.violations()).toEqual([]);
    expect(JSON.stringify([product.logs, product.printed])).not.toMatch(/EAAB_|login-\d|AQ-\d|state=/);
  } finally {
    await product.kill();
    await fake.stop();
    await rm(dir, { recursive: true, force: true, maxRetries: 10 });
  }
});
