import { AutoPosting } from '../../../backend/autopost/auto-posting';
import { fixture } from '../../support/media';
import { useApp } from '../../support/app';
import { eventually, type Client } from '../../support/client';

const MINUTE = 60_000;

describe('posts without a time', () => {
  const app = useApp();
  let user: Client;

  beforeAll(async () => {
    user = await app.users.subscriber({ connected: true });
  });

  const look = () => app.running.nest.get(AutoPosting).look();
  const statuses = async () => {
    const { body } = await user.get('/api/videos?range=[0,9]&sort=["id","ASC"]');
    return body.map(({ status }: { status: string }) => status);
  };
  const window = () => {
    const now = app.clock.now();
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

    app.clock.forward(60 * MINUTE + 1000);
    await look();
    await eventually(statuses, ([first]) => first === 'published');
    await look();
    expect(await statuses()).toEqual(['published', 'pending']);

    app.clock.forward(60 * MINUTE);
    await look();
    await eventually(statuses, ([, second]) => second === 'published');
    expect(app.fake.published().map(({ caption }) => caption)).toEqual(['first', 'second']);
  });
});
