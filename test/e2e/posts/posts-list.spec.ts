import { useApp } from '../../support/app';
import type { Client } from '../../support/client';
import { fixture } from '../../support/media';
import { PORTRAIT, uploadVideo } from '../../support/video-uploads';

const app = useApp();

const TOMORROW = new Date(Math.floor(Date.now() / 60_000 + 1440) * 60_000).toISOString();
const titles = (items: any[]) => items.map(({ title }) => title);

describe('GET /posts', () => {
  let user: Client;
  beforeAll(async () => {
    user = await app.users.subscriber({ connected: true });
    await user.upload('/api/videos', [PORTRAIT], { titles: ['A film of 100%'] });
    await user.upload('/api/photos', [fixture('photo.jpg')], { titles: ['A_photo'] }, 'photos');
    await user.upload('/api/videos', [PORTRAIT], { titles: ['Later'], descriptions: ['see the a_photo'] });
    const later = (await user.get('/api/posts?q=later')).body.data[0];
    expect((await user.put(`/api/posts/${later.id}/reschedule`, { scheduled_for: TOMORROW })).status).toBe(
      200,
    );
    await uploadVideo(await app.users.subscriber());
  });

  it('lists the posts of all kinds in both dialects, the latest first', async () => {
    const { body } = await user.get('/api/posts');
    expect([body.total, titles(body.data)]).toEqual([3, ['Later', 'A_photo', 'A film of 100%']]);
    expect(body.data[1]).toMatchObject({
      kind: 'photo',
      network: 'facebook',
      format: 'photo',
      group_id: null,
      draft: 0,
    });
    const ranged = await user.get('/api/posts?range=[0,1]');
    expect(ranged.headers.get('content-range')).toBe('posts 0-1/3');
    expect(titles(ranged.body)).toEqual(['Later', 'A_photo']);
  });

  it.each([
    [{ kind: 'photo' }, ['A_photo']],
    [{ kind: 'none' }, []],
    [{ network: 'instagram' }, []],
    [{ format: 'reel' }, ['Later', 'A film of 100%']],
    [{ status: 'pending' }, ['Later', 'A_photo', 'A film of 100%']],
    [{ draft: 1 }, []],
    [{ group_id: 5 }, []],
    [{ q: 'a_photo' }, ['Later', 'A_photo']],
    [{ q: '_' }, ['Later', 'A_photo']],
    [{ q: '%' }, ['A film of 100%']],
    [{ from: TOMORROW }, ['Later']],
    [{ to: TOMORROW }, []],
    [{ account_id: 999_999 }, []],
  ])('narrows them down by %j, as a filter and as a parameter', async (filter, found) => {
    const filtered = await user.get(`/api/posts?filter=${encodeURIComponent(JSON.stringify(filter))}`);
    expect([filtered.status, titles(filtered.body)]).toEqual([200, found]);
    const parameters = new URLSearchParams(
      Object.entries(filter).map(([name, value]): [string, string] => [name, String(value)]),
    );
    expect(titles((await user.get(`/api/posts?${parameters.toString()}`)).body.data)).toEqual(found);
  });

  it.each([
    'from=soon',
    'to=',
    'draft=2',
    'draft=yes',
    'account_id=x',
    'q=a&q=b',
    'kind[]=video&kind=a&kind=b',
  ])('refuses %s', async (parameters) => {
    const { status, body } = await user.get(`/api/posts?${parameters}`);
    expect([status, body.error]).toEqual([422, 'validation_failed']);
  });
});
