import { databaseEnv, useApp } from '../../support/app';
import type { Client } from '../../support/client';
import { eachDatabase } from '../../support/databases';

const COMPOSED = 'ÉCOLE à Genève';

eachDatabase((_name, makeConfig) => {
  describe('a search among captions', () => {
    const app = useApp(async () => ({ env: databaseEnv(await makeConfig()) }));
    let user: Client;
    beforeAll(async () => {
      user = await app.users.subscriber();
      for (const content of ['Привет, мир', COMPOSED, 'Fresh bread', 'İstanbul 50% off'])
        await user.post('/api/captions', { content });
    });

    it.each([
      ['привет', 'Привет, мир'],
      ['МИР', 'Привет, мир'],
      ['école', COMPOSED],
      ['GENÈVE', COMPOSED],
      ['e\u0301cole', COMPOSED],
      ['fresh BREAD', 'Fresh bread'],
      ['0% Off', 'İstanbul 50% off'],
      ['мир%', undefined],
    ])('for %s ignores case in any alphabet', async (words, found) => {
      const { body } = await user.get(
        `/api/captions?filter=${encodeURIComponent(JSON.stringify({ q: words }))}`,
      );
      expect(body.map(({ content }: any) => content)).toEqual(found ? [found] : []);
    });
  });
});
