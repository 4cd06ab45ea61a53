import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Database } from '../../../backend/database/database';
import { startTestApp, type TestApp } from '../../support/app';
import { eventually } from '../../support/client';

const { version } = JSON.parse(readFileSync(resolve(__dirname, '../../../package.json'), 'utf8'));
const READY = {
  status: 'ready',
  version,
  database: 'up',
  publisher: 'alive',
  queue: 'ok',
  prober: 'up',
};

const ready = (app: TestApp) => app.client.get('/health/ready');

/** A start looks at its prober by the way. */
const knowsItsProber = (app: TestApp) =>
  eventually(
    () => ready(app),
    ({ body }) => body.prober === 'up',
  );

it.each(['all', 'publisher'])('ROLE=%s says what it is ready with, and nothing else', async (ROLE) => {
  const app = await startTestApp({ env: { ROLE } });
  try {
    await knowsItsProber(app);
    const { body } = await eventually(
      () => ready(app),
      ({ status }) => status === 200,
    );
    expect(body).toEqual(READY);
  } finally {
    await app.end();
  }
});

it('ROLE=api is ready without a publisher, and says that there is none', async () => {
  const app = await startTestApp({ env: { ROLE: 'api' } });
  try {
    const { status, body } = await knowsItsProber(app);
    expect([status, body]).toEqual([200, { ...READY, publisher: 'away' }]);
  } finally {
    await app.end();
  }
});

it('is not ready without its database, and shows nothing of why', async () => {
  const app = await startTestApp();
  try {
    await knowsItsProber(app);
    const failing = new Error('SELECT secret FROM users');
    jest.spyOn(app.running.nest.get(Database), 'row').mockRejectedValue(failing);
    const { status, body } = await ready(app);
    expect([status, body]).toEqual([
      503,
      { ...READY, status: 'not ready', database: 'down', publisher: 'away' },
    ]);
    expect((await app.client.get('/health/live')).status).toBe(200);
  } finally {
    jest.restoreAllMocks();
    await app.end();
  }
});
