import { MetaConnector } from './meta-connector';
import type { OfferedPage, Survey } from '../connector';
import { FakeGraph, type PageSpec } from '../../../../test/support/fake-graph';

export const APP = { id: '123456789012345', secret: 'the-secret-of-the-app' };
export const CALLBACK = 'https://pagecast.example/api/connect/callback';
const PERSON = '7700770077';
export const ONE = '90071992547409955';
export const TWO = '90071992547409977';

/** A Page of the person who answers the dialogs. */
export const personsPage = (id: string, more: Partial<PageSpec> = {}): PageSpec => ({
  id,
  name: `Page ${id}`,
  token: `EAAB_PAGE_${id}`,
  userToken: 'EAAB_USER',
  userId: PERSON,
  ...more,
});

/** The fake, and a person with two Pages who logs in to the app there. */
export class LoginToFake {
  private now = Date.now();
  readonly fake = new FakeGraph({ app: APP, now: () => this.now });

  static async start(): Promise<LoginToFake> {
    const login = new LoginToFake();
    login.fake.addPage(personsPage(ONE, { igId: '17841400000000001', igUsername: 'bakery' }));
    login.fake.addPage(personsPage(TWO));
    await login.fake.start();
    return login;
  }

  forward(ms: number): void {
    this.now += ms;
  }

  connector(more: object = {}): MetaConnector {
    const { graphUrl, ruploadUrl } = this.fake;
    return new MetaConnector({
      graphUrl,
      ruploadUrl,
      dialogUrl: graphUrl,
      version: 'v26.0',
      app: APP,
      ...more,
    });
  }

  /** The fake answers the dialog at once. */
  async visit(dialogUrl: string): Promise<URL> {
    const { status, headers } = await fetch(dialogUrl, { redirect: 'manual' });
    if (status !== 302) throw new Error(`the dialog answered ${status}`);
    return new URL(headers.get('location') ?? '');
  }

  async code(): Promise<string> {
    const address = this.connector().dialogUrl({ redirectUri: CALLBACK, state: 's' });
    return (await this.visit(address)).searchParams.get('code') ?? '';
  }

  async token(): Promise<string> {
    const redeemed = await this.connector().redeem(await this.code(), CALLBACK);
    if (redeemed.kind !== 'redeemed') throw new Error(redeemed.reason);
    return redeemed.token;
  }

  survey(token: string): Promise<Survey> {
    return this.connector().survey(token);
  }

  async pages(): Promise<OfferedPage[]> {
    const survey = await this.survey(await this.token());
    if (survey.kind !== 'good') throw new Error(survey.reason);
    return survey.pages;
  }
}
