import { CaptionsService } from '../../../backend/captions/captions.service';
import { Clock } from '../../../backend/common/time/clock';
import { Database } from '../../../backend/database/database';
import { DatabaseTime } from '../../../backend/database/database-time';
import { useApp } from '../../support/app';
import type { Client } from '../../support/client';

const EMPTY = 'Write something: a caption must not be empty.';
const TEXT = 'A caption is a text.';

const app = useApp();
let admin: Client;
let user: Client;
let other: Client;

beforeAll(async () => {
  admin = await app.users.admin();
  [user, other] = [await app.users.subscriber(), await app.users.subscriber()];
});
beforeEach(() => app.running.nest.get(Database).run('DELETE FROM captions'));
afterEach(() => jest.restoreAllMocks());

const add = async (content: string, client = user): Promise<any> =>
  (await client.post('/api/captions', { content })).body;
const contents = async (client = user, query = ''): Promise<string[]> => {
  const { body } = await client.get(`/api/captions${query}`);
  return (body.data ?? body).map(({ content }: any) => content);
};

describe('captions', () => {
  it('creates and trims captions, and lists them whole, newest first', async () => {
    const made = await user.post('/api/captions', { content: '  First 🎬\nline two \n' });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      id: expect.any(Number),
      content: 'First 🎬\nline two',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
    const second = await add('Second');
    const list = await user.get('/api/captions');
    expect([list.status, list.body]).toEqual([200, [second, made.body]]);
    expect((await user.get(`/api/captions/${made.body.id}`)).body).toEqual(made.body);
  });

  it('changes and deletes a caption, and answers with it', async () => {
    const caption = await add('First');
    const changed = await user.put(`/api/captions/${caption.id}`, { content: ' Changed ' });
    expect([changed.status, changed.body]).toEqual([200, { ...caption, content: 'Changed' }]);
    const same = await user.put(`/api/captions/${caption.id}`, { content: 'Changed' });
    expect([same.status, same.body]).toEqual([200, changed.body]);
    const gone = await user.delete(`/api/captions/${caption.id}`);
    expect([gone.status, gone.body]).toEqual([200, changed.body]);
    const again = await user.delete(`/api/captions/${caption.id}`);
    expect([again.status, again.body.message]).toEqual([404, 'This caption was not found.']);
    expect((await user.get('/api/captions')).body).toEqual([]);
  });

  it.each([
    [undefined, EMPTY],
    [{}, EMPTY],
    [[], EMPTY],
    [{ content: null }, EMPTY],
    [{ content: '' }, EMPTY],
    [{ content: ' \n\t\u00a0 ' }, EMPTY],
    [{ content: 7 }, TEXT],
    [{ content: ['a'] }, TEXT],
    [{ content: { content: 'a' } }, TEXT],
    [
      { content: 'x'.repeat(2345) },
      'A caption has at most 2,200 characters; this one has 2,345. Shorten it.',
    ],
  ])('refuses an invalid caption in words: %#', async (body, sentence) => {
    const { id } = await add('Before');
    const answers = [await user.post('/api/captions', body)];
    // Who changes nothing may.
    if (Object.hasOwn(body ?? {}, 'content')) answers.push(await user.put(`/api/captions/${id}`, body));
    for (const answer of answers) {
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({
        error: 'validation_failed',
        message: sentence,
        errors: { content: [sentence] },
      });
    }
    expect(await contents()).toEqual(['Before']);
  });

  it('takes 2,200 characters, without counting blanks around them', async () => {
    const content = 'ü'.repeat(2200);
    const { status, body } = await user.post('/api/captions', { content: `  ${content}  ` });
    expect([status, body.content]).toEqual([201, content]);
  });

  it('counts half of a character as one, and stores it as one', async () => {
    const { status, body } = await user.post('/api/captions', { content: '\ud800'.repeat(2200) });
    expect([status, body.content]).toEqual([201, '\ufffd'.repeat(2200)]);
    expect(await contents()).toEqual(['\ufffd'.repeat(2200)]);
  });

  it('drops fields that the call does not take', async () => {
    const { body } = await user.post('/api/captions', { content: 'Mine', user_id: other.user.id, id: 4711 });
    await user.put(`/api/captions/${body.id}`, { content: 'Still mine', user_id: other.user.id });
    expect(body.id).not.toBe(4711);
    expect(await contents()).toEqual(['Still mine']);
    expect(await contents(other)).toEqual([]);
  });

  it('hides a caption from other users, administrators included', async () => {
    const { id } = await add('Mine');
    await app.users.grant(admin.user ? admin : await adminWithId(), await app.users.plan());
    for (const client of [other, admin])
      for (const answer of [
        await client.get(`/api/captions/${id}`),
        await client.put(`/api/captions/${id}`, { content: 'Theirs' }),
        await client.put(`/api/captions/${id}`, { content: '' }),
        await client.delete(`/api/captions/${id}`),
      ])
        expect([answer.status, answer.body.error]).toEqual([404, 'not_found']);
    expect(await contents(other, `?filter={"id":[${id}]}`)).toEqual([]);
    expect(await contents()).toEqual(['Mine']);
  });

  async function adminWithId(): Promise<Client> {
    admin.user = (await admin.get('/api/user')).body;
    return admin;
  }

  it('answers 403 without an active subscription', async () => {
    const newcomer = await app.users.newcomer();
    for (const answer of [
      await newcomer.get('/api/captions'),
      await newcomer.get('/api/captions/1'),
      await newcomer.post('/api/captions', { content: '' }),
      await newcomer.put('/api/captions/1', { content: 'x' }),
      await newcomer.delete('/api/captions/1'),
      await upload('["x"]', { client: newcomer }),
    ]) {
      expect(answer.status).toBe(403);
      expect(answer.body).toEqual({
        statusCode: 403,
        error: 'subscription_required',
        message: 'You need an active subscription to access this feature.',
      });
    }
  });

  it('answers 401 without a token', async () => {
    expect((await app.client.get('/api/captions')).status).toBe(401);
    expect((await app.client.post('/api/captions', { content: 'x' })).status).toBe(401);
    expect((await upload('["x"]', { client: app.client })).status).toBe(401);
  });

  it('lists captions by page and by range', async () => {
    for (const content of ['b', 'a', 'c']) await add(content);
    await add('of another', other);
    const page = await user.get('/api/captions?page=2&per_page=2');
    expect(page.body).toMatchObject({
      total: 3,
      from: 3,
      to: 3,
      data: [{ content: 'b' }],
      next_page_url: null,
    });
    const range = await user.get('/api/captions?range=[0,1]&sort=["content","ASC"]');
    expect(range.body.map(({ content }: any) => content)).toEqual(['a', 'b']);
    expect(range.headers.get('content-range')).toBe('captions 0-1/3');
    expect(await contents(user, '?filter={"q":"C"}')).toEqual(['c']);
    const refused = await user.get('/api/captions?sort=["last_used_at","ASC"]&range=[0,1]');
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['sort']]);
  });
});

interface FileOptions {
  type?: string;
  field?: string;
  client?: Client;
  name?: string;
}

function upload(
  file: string | Uint8Array<ArrayBuffer>,
  {
    type = 'application/json',
    field = 'captions_file',
    client = user,
    name = 'captions.json',
  }: FileOptions = {},
) {
  const form = new FormData();
  form.append('note', 'a field that nobody asked for');
  form.append(field, new Blob([file], { type }), name);
  return client.post('/api/captions', form);
}

describe('the rotation of captions', () => {
  it('begins with those never used, the oldest first, and goes round', async () => {
    const captions = app.running.nest.get(CaptionsService);
    expect(await captions.leastRecentlyUsed(user.user.id)).toBeUndefined();
    for (const content of ['One', 'Two', 'Three']) await add(content);
    await add('Of another', other);
    const seen: (string | undefined)[] = [];
    const start = Date.now();
    const clock = jest.spyOn(app.running.nest.get(Clock), 'now');
    for (let n = 0; n < 7; n++) {
      // Two in the same millisecond would be equals.
      clock.mockReturnValue(start + n);
      const next = await captions.leastRecentlyUsed(user.user.id);
      seen.push(next?.content);
      if (next) await captions.use(next);
      if (n === 3) await add('New');
    }
    expect(seen).toEqual(['One', 'Two', 'Three', 'One', 'New', 'Two', 'Three']);
  });

  it('takes a caption that was used while the clock was ahead as one that was never used', async () => {
    const captions = app.running.nest.get(CaptionsService);
    const ids = [];
    for (const content of ['One', 'Two']) ids.push((await add(content)).id as number);
    const time = jest.spyOn(app.running.nest.get(DatabaseTime), 'now');
    const start = Date.now();
    const use = async (id: number, at: number) => {
      time.mockReturnValue(at);
      const reading = 'SELECT id, last_used_at FROM captions WHERE id = ?';
      const row = await app.running.nest
        .get(Database)
        .row<{ id: number; last_used_at: number }>(reading, [id]);
      expect(row && (await captions.use(row))).toBe(true);
    };
    await use(ids[0]!, start + 365 * 24 * 3_600_000);
    const seen = [];
    for (let n = 0; n < 4; n++) {
      time.mockReturnValue(start + n);
      const next = await captions.leastRecentlyUsed(user.user.id);
      seen.push(next?.content);
      await use(next!.id, start + n);
    }
    // Of those that were never used the oldest comes first.
    expect(seen).toEqual(['One', 'Two', 'One', 'Two']);
    // Another process may be a little ahead.
    await use(ids[0]!, start + 10_000);
    time.mockReturnValue(start + 5);
    expect((await captions.leastRecentlyUsed(user.user.id))?.content).toBe('Two');
    time.mockRestore();
  });

  it('gives posts that go out at the same instant a caption each', async () => {
    const captions = app.running.nest.get(CaptionsService);
    for (const content of ['One', 'Two', 'Three']) await add(content);
    const post = { user_id: user.user.id, description: null, title: 'A title' };
    const texts = await Promise.all([1, 2, 3].map(() => captions.textFor(post)));
    expect(texts.sort()).toEqual(['One', 'Three', 'Two']);
  });
});
