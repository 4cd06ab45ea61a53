import { startTestApp, type TestApp } from '../../support/app';
import { onMariadb } from '../../support/databases';
import { multipart } from '../../support/media';
import { ODD_FILMS } from '../../support/odd-films';
import type { Client } from '../../support/client';

const KEYS = {
  JWT_SECRET: 'a secret of more than 32 characters',
  ENCRYPTION_KEY: '0123456789abcdef'.repeat(4),
};

/** Each is taken, or refused in a sentence of the rules; nothing is a fault of the server's. */
function oddFilms(start: () => Promise<TestApp>): void {
  let app: TestApp;
  let user: Client;
  beforeAll(async () => {
    app = await start();
    user = await app.users.subscriber();
  });
  afterAll(() => app.end());

  it.each(Object.entries(ODD_FILMS))('%s', async (name, { bytes, taken }) => {
    const body = multipart([{ name: 'videos[]', filename: 'odd.mp4', buffer: bytes }]);
    const response = await fetch(`${app.url}/api/videos`, {
      method: 'POST',
      headers: { authorization: `Bearer ${user.token}`, 'content-type': body.contentType },
      body: new Uint8Array(body.buffer()),
    });
    const answer = (await response.json()) as any;
    const said = answer.errors?.['odd.mp4'] ?? answer;
    expect([name, response.status, said]).toEqual([
      name,
      taken ? 201 : 422,
      taken ? answer : [expect.any(String)],
    ]);
    const [item] = answer.videos ?? [];
    if (item) expect([item.width, item.height]).toEqual([720, 1280]);
    if (item) expect(item.duration_ms).toBe(name === 'a length in units of nothing' ? 4_000_000 : 4000);
  });
}

describe('an odd film on SQLite', () => oddFilms(() => startTestApp()));

onMariadb('an odd film on MariaDB', (makeConfig) =>
  oddFilms(async () => {
    const config = await makeConfig();
    return startTestApp({ env: { DATABASE_URL: config.kind === 'mysql' ? config.url : '', ...KEYS } });
  }),
);
