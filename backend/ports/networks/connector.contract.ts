import type { Connector, Survey } from './connector';

/** How a person answers the dialog. By default every permission is granted and every Page ticked. */
export interface PersonsAnswer {
  cancel?: boolean;
  declined?: string[];
  unticked?: string[];
}

/** A network whose dialog a test can answer. */
export interface LoginUnderTest {
  connector: Connector;
  redirectUri: string;
  /** Two Pages of the person. */
  pages: [string, string];
  /** @returns the address that the dialog sends the browser to. */
  answer(dialogUrl: string, answer: PersonsAnswer): Promise<URL>;
  end(): Promise<void>;
}

type Good = Extract<Survey, { kind: 'good' }>;

/** The guarantees of a connector, by an adapter and a network. */
export function connectorContract(name: string, make: () => Promise<LoginUnderTest>): void {
  describe(`the contract of connectors, by ${name}`, () => {
    let world: LoginUnderTest;
    let connector: Connector;
    let redirectUri: string;

    beforeEach(async () => {
      world = await make();
      ({ connector, redirectUri } = world);
    });
    afterEach(() => world.end());

    const login = (answer: PersonsAnswer = {}, again = false) =>
      world.answer(connector.dialogUrl({ redirectUri, state: 'the state', again }), answer);

    const codeOf = (address: URL): string => address.searchParams.get('code') ?? '';

    async function surveyed(answer: PersonsAnswer = {}): Promise<Good> {
      const redeemed = await connector.redeem(codeOf(await login(answer)), redirectUri);
      if (redeemed.kind !== 'redeemed') throw new Error(redeemed.reason);
      const survey = await connector.survey(redeemed.token);
      if (survey.kind !== 'good') throw new Error(survey.reason);
      return survey;
    }

    it('leads from the dialog to the Pages, their tokens and who the person is', async () => {
      const { pages, missing, personId, dataAccessExpiresAt } = await surveyed();
      expect(missing).toEqual([]);
      expect(personId).toMatch(/^\d+$/);
      expect(dataAccessExpiresAt).toBeGreaterThan(Date.now() + 80 * 86_400_000);
      const found = pages.filter(({ id }) => world.pages.includes(id));
      expect(found.map(({ mayPost }) => mayPost)).toEqual([true, true]);
      expect(new Set(found.map(({ token }) => token)).size).toBe(2);
      for (const { token, name: called, pictureUrl } of found) {
        expect(token).toMatch(/^\S+$/);
        expect(called).not.toBe('');
        expect(pictureUrl).toMatch(/^https?:\/\//);
      }
      expect(found[0]!.instagram).toMatchObject({ id: expect.stringMatching(/^1784\d+$/) });
    });

    it('brings the state back, with a code or with the refusal', async () => {
      for (const answer of [{}, { cancel: true }]) {
        const address = await login(answer);
        expect(address.origin + address.pathname).toBe(redirectUri);
        expect(address.searchParams.get('state')).toBe('the state');
        expect([codeOf(address) !== '', address.searchParams.get('error')]).toEqual(
          answer.cancel ? [false, 'access_denied'] : [true, null],
        );
      }
    });

    it('names what was refused, and gives no token of a Page that was not ticked', async () => {
      const declined = ['pages_manage_engagement', 'instagram_manage_insights'];
      const { missing, pages } = await surveyed({ declined, unticked: [world.pages[1]] });
      expect(missing).toEqual(declined);
      const tokens = world.pages.map((id) => pages.find((page) => page.id === id)!.token);
      expect(tokens).toEqual([expect.any(String), null]);
    });

    it('may survey again with the same token', async () => {
      const redeemed = await connector.redeem(codeOf(await login()), redirectUri);
      if (redeemed.kind !== 'redeemed') throw new Error(redeemed.reason);
      const [first, second] = [
        await connector.survey(redeemed.token),
        await connector.survey(redeemed.token),
      ];
      expect(second).toEqual(first);
    });

    it('redeems a code once, and only for the address that it was sent to', async () => {
      const code = codeOf(await login());
      const elsewhere = await connector.redeem(code, `${redirectUri}/elsewhere`);
      expect(elsewhere).toEqual({ kind: 'refused', expired: false, reason: expect.stringMatching(/36008/) });
      expect((await connector.redeem(code, redirectUri)).kind).toBe('redeemed');
      const second = await connector.redeem(code, redirectUri);
      expect(second).toEqual({ kind: 'refused', expired: false, reason: expect.stringMatching(/36009/) });
    });

    it.each(['', 'a guess', 'AQ-1-2', '&code=x#'])('refuses the code %p', async (code) => {
      expect((await connector.redeem(code, redirectUri)).kind).toBe('refused');
    });

    it('refuses to survey with a token that the network never gave', async () => {
      expect((await connector.survey('EAAB_guess')).kind).toBe('refused');
    });
  });
}
