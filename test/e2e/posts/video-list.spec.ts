import { type Client } from '../../support/client';
import { useApp } from '../../support/app';
import { uploadVideo } from '../../support/video-uploads';

const app = useApp();

describe('GET /videos', () => {
  let lister: Client;
  const ids: number[] = [];
  beforeAll(async () => {
    lister = await app.users.subscriber();
    for (let n = 1; n <= 17; n++)
      ids.push((await uploadVideo(lister, `Video ${String(n).padStart(2, '0')}`)).id);
  });

  it('answers a page of fifteen, newest first, in an envelope', async () => {
    const { body } = await lister.get('/api/videos');
    expect(body).toEqual({
      data: expect.any(Array),
      current_page: 1,
      last_page: 2,
      per_page: 15,
      total: 17,
      from: 1,
      to: 15,
      prev_page_url: null,
      next_page_url: '/api/videos?page=2',
    });
    expect(body.data.map(({ id }: any) => id)).toEqual([...ids].reverse().slice(0, 15));
    expect(body.data[0]).toMatchObject({
      id: ids[16],
      title: 'Video 17',
      description: null,
      status: 'pending',
      file_path: expect.any(String),
      thumbnail_path: null,
      scheduled_for: null,
      created_at: expect.stringMatching(/Z$/),
      upload_error: null,
      published_at: null,
      permalink: null,
      posted_text: null,
      size_bytes: expect.any(Number),
      width: 540,
      height: 960,
      duration_ms: expect.any(Number),
    });
    for (const inner of [
      'user_id',
      'file_key',
      'poster_key',
      'locked_by',
      'fence',
      'remote_session',
      'due_at',
    ])
      expect(body.data[0]).not.toHaveProperty(inner);
  });

  it.each([
    ['page=2', { from: 16, to: 17, prev_page_url: '/api/videos?page=1', next_page_url: null }],
    [
      'page=2&per_page=5',
      {
        from: 6,
        to: 10,
        last_page: 4,
        prev_page_url: '/api/videos?page=1&per_page=5',
        next_page_url: '/api/videos?page=3&per_page=5',
      },
    ],
    [
      'page=9',
      { data: [], from: null, to: null, total: 17, prev_page_url: '/api/videos?page=2', next_page_url: null },
    ],
    ['page=1000000000', { data: [], from: null, to: null }],
  ])('answers ?%s', async (query, expected) => {
    expect((await lister.get(`/api/videos?${query}`)).body).toMatchObject(expected);
  });

  it('answers a range with Content-Range', async () => {
    const { body, headers } = await lister.get('/api/videos?range=[5,7]&sort=["title","ASC"]');
    expect(headers.get('content-range')).toBe('videos 5-7/17');
    expect(body.map(({ title }: any) => title)).toEqual(['Video 06', 'Video 07', 'Video 08']);
    const past = await lister.get('/api/videos?range=[90,99]');
    expect([past.status, past.body, past.headers.get('content-range')]).toEqual([200, [], 'videos */17']);
  });

  it('filters by id, status and part of the title', async () => {
    const found = async (filter: object) =>
      (
        await lister.get(`/api/videos?range=[0,24]&filter=${encodeURIComponent(JSON.stringify(filter))}`)
      ).body.map(({ id }: any) => id);
    expect(await found({ id: [ids[3], ids[0]] })).toEqual([ids[3], ids[0]]);
    expect(await found({ q: 'O 0' })).toHaveLength(9);
    expect(await found({ q: '%' })).toEqual([]);
    expect(await found({ status: 'published' })).toEqual([]);
    expect(await found({ status: ['pending', 'failed'] })).toHaveLength(17);
    await lister.put(`/api/videos/${ids[2]}/reschedule`, { scheduled_for: '2040-01-01 00:00:00' });
    expect(await found({ scheduled: true })).toEqual([ids[2]]);
    expect(await found({ scheduled: false, status: 'pending' })).toHaveLength(16);
    await lister.put(`/api/videos/${ids[2]}/reschedule`, { scheduled_for: null });
    expect(await found({ scheduled: true })).toEqual([]);
  });

  it.each([
    'page=0',
    'per_page=101',
    'range=[2,1]',
    'sort=["file_key","ASC"]',
    'filter={"user_id":1}',
    'filter={"scheduled":"no"}',
  ])('refuses ?%s and names it', async (query) => {
    const { status, body } = await lister.get(`/api/videos?${query}`);
    expect([status, Object.keys(body.errors)]).toEqual([422, [query.split('=')[0]]]);
  });

  it('never shows what is somebody else’s, nor counts it', async () => {
    const stranger = await app.users.subscriber();
    expect((await stranger.get('/api/videos')).body).toMatchObject({
      data: [],
      total: 0,
      from: null,
      to: null,
    });
    const asked = await stranger.get(`/api/videos?range=[0,9]&filter={"id":[${ids.join()}]}`);
    expect([asked.body, asked.headers.get('content-range')]).toEqual([[], 'videos */0']);
    const absent = (await stranger.get('/api/videos/999999')).body;
    const calls = ['GET', 'PUT', 'DELETE', 'PUT /reschedule', 'POST /retry'];
    for (const call of calls) {
      const [method, rest = ''] = call.split(' ') as [string, string?];
      const body = method === 'GET' ? undefined : { title: 'Mine now', scheduled_for: null };
      for (const id of [ids[0], '0', '-1', '1.0', 'abc', '1e3', '99999999999', '%31%00']) {
        const answer = await stranger.call(method, `/api/videos/${id}${rest}`, body);
        expect([call, id, answer.status, answer.body.error]).toEqual([call, id, 404, 'not_found']);
        if (id === ids[0]) expect(answer.body).toEqual(absent);
      }
    }
    expect((await lister.get(`/api/videos/${ids[0]}`)).body).toMatchObject({
      title: 'Video 01',
      attempts: [],
    });
  });
});
