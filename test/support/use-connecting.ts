import { useApp, type TestApp } from './app';
import type { Client } from './client';
import { Connecting, META_APP } from './connecting';
import { FakeGraph, type PageSpec } from './fake-graph';

export const PUBLIC_URL = 'https://pagecast.example';
export const BAKERY = '90090090090001';
export const GARAGE = '90090090090002';
export const INSTAGRAM = '17841400000000401';
export const FAILED = '/dashboard/settings?connect_error=failed';

/** A Page of the person who answers the dialogs, or of another one. */
export const personsPage = (id: string, more: Partial<PageSpec> = {}): PageSpec => ({
  id,
  name: `Page ${id}`,
  token: `EAAB_CONNECT_${id}`,
  userToken: 'EAAB_PERSON',
  userId: '7700770077',
  ...more,
});

/**
 * The product with an app at Meta, where a person with two Pages answers the dialogs. Without a publisher, which would ask
 * the network for pictures beside the calls that are looked at.
 */
export class Connected {
  readonly fake = new FakeGraph({ app: META_APP });
  readonly app: TestApp = useApp(async () => {
    await this.fake.start();
    return {
      fake: this.fake,
      env: { ROLE: 'api', META_APP_ID: META_APP.id, META_APP_SECRET: META_APP.secret, PUBLIC_URL },
    };
  });
  readonly connecting = new Connecting(this.app);
  /** One for all tests of a file: not many may register in a minute. */
  user!: Client;

  constructor() {
    beforeAll(async () => {
      this.user = await this.app.users.newcomer();
      this.fake.addPage(personsPage(BAKERY, { name: 'Bakery', igId: INSTAGRAM, igUsername: 'bakery' }));
      this.fake.addPage(personsPage(GARAGE, { name: 'Garage' }));
    });
    beforeEach(() => this.fake.answerDialogs({}));
    afterEach(() => {
      this.app.clock.reset();
      this.fake.clearFaults();
      expect(this.fake.violations()).toEqual([]);
    });
    afterAll(() => this.fake.stop());
  }

  soFar(): number {
    return this.fake.history('oauth').length;
  }

  /** The exchanges of a code since then. */
  exchangesSince(before: number): number {
    const calls = this.fake.history('oauth').slice(before);
    return calls.filter(({ params }) => params.code !== undefined).length;
  }
}
