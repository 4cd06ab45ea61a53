import { Clock } from '../../backend/common/clock';
import { AutoPosting } from '../../backend/autopost/auto-posting';
import { fixture } from '../support/media';
import { startTestApp, type TestApp } from '../support/app';
import { eventually, type Client } from '../support/client';

const MINUTE = 60_000;

describe('posts without a time', () => {
  let app: TestApp;
  let user: Client;
  let ahead = 0;

  beforeAll(async () => {
    app = await startTestApp();
    app.running.nest.get(Clock).now = () => Date.now() + ahead;
    user = await app.users.subscriber({ connected: true });
  });
  afterAll(() => app.end());

  const look = () => app.running.nest.get(AutoPosting).look();
  const statuses = async () => {
    const { body } = await user.get('/api/videos?range=[0,9]&sort=["id","ASC"]');
    return body.map(({ status }: { status: string }) => status);
  };
  const window = () => {
    const now = Date.now() + ahead;
    return `/api/calendar?from=${new Date(now).toISOString()}&to=${new Date(now + 600 * MINUTE).toISOString()}`;
  };

  it('go out oldest first, a frequency after the upload and after each other, and the calendar says when', async () => {
    for (const title of ['first', 'second'])
      await user.upload('/api/videos', [fixture('portrait.mp4')], { titles: [title] });
    const { body } = await user.get(window());
    expect(body.items).toEqual([]);
    expect(body.slots).toMatchObject([
      { kind: 'video', why: 'frequency' },
      { kind: 'video', why: 'frequency' },
    ]);
    expect(Date.parse(body.slots[1].at) - Date.parse(body.slots[0].at)).toBe(60 * MINUTE);

    await look();
    expect(await statuses()).toEqual(['pending', 'pending']);

    ahead += 60 * MINUTE + 1000;
    await look();
    await eventually(statuses, ([first]) => first === 'published');
    await look();
    expect(await statuses()).toEqual(['published', 'pending']);

    ahead += 60 * MINUTE;
    await look();
    await eventually(statuses, ([, second]) => second === 'published');
    expect(app.fake.published().map(({ caption }) => caption)).toEqual(['first', 'second']);
  });
});
