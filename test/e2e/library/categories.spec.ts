import { Database } from '../../../backend/database/database';
import { useApp } from '../../support/app';
import type { Client } from '../../support/client';

const ADMINS_ONLY = 'Only administrators can manage categories.';

const app = useApp();
let admin: Client;
let user: Client;

beforeAll(async () => {
  admin = await app.users.admin();
  user = await app.users.newcomer();
});
beforeEach(() => app.running.nest.get(Database).run('DELETE FROM categories'));

const add = async (name: string, more: Record<string, unknown> = {}): Promise<any> =>
  (await admin.post('/api/categories', { name, ...more })).body;

const names = ({ body }: { body: any }): string[] => (body.data ?? body).map(({ name }: any) => name);

describe('categories', () => {
  it('lets an administrator create a category that every user sees', async () => {
    const created = await admin.post('/api/categories', {
      name: '  Travel & Food  ',
      description: ' Places ',
      is_active: false,
    });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      id: expect.any(Number),
      name: 'Travel & Food',
      description: 'Places',
      is_active: false,
    });
    expect((await user.get('/api/categories')).body).toEqual([created.body]);
    expect((await user.get(`/api/categories/${created.body.id}`)).body).toEqual(created.body);
  });

  it('makes a category active when only its name is given', async () => {
    expect(await add('Cats')).toEqual({
      id: expect.any(Number),
      name: 'Cats',
      description: null,
      is_active: true,
    });
    expect(await add('Dogs', { description: '', is_active: null })).toMatchObject({
      description: null,
      is_active: true,
    });
  });

  it.each([
    [true, true],
    [1, true],
    [false, false],
    [0, false],
  ])('takes %j for is_active and answers %j', async (given, answered) => {
    const { id, is_active } = await add('Cats', { is_active: given });
    expect(is_active).toBe(answered);
    const { body } = await admin.put(`/api/categories/${id}`, { name: 'Cats', is_active: given });
    expect(body.is_active).toBe(answered);
  });

  it.each([
    [{}, { name: ['Enter a name for the category.'] }],
    [{ name: ' \n\t ' }, { name: ['Enter a name for the category.'] }],
    [{ name: 7 }, { name: ['Enter a name for the category.'] }],
    [{ name: ['Cats'] }, { name: ['Enter a name for the category.'] }],
    [{ name: 'x'.repeat(192) }, { name: ['A category name has at most 191 characters.'] }],
    [{ name: 'Cats', description: {} }, { description: ['A description is a text.'] }],
    [
      { name: 'Cats', description: 'x'.repeat(2001) },
      { description: ['A description has at most 2000 characters.'] },
    ],
    [{ name: 'Cats', is_active: 'yes' }, { is_active: ['Say true or false: is the category active?'] }],
    [{ name: 'Cats', is_active: 2 }, { is_active: ['Say true or false: is the category active?'] }],
  ])('refuses %j in words', async (body, errors) => {
    const { id } = await add('Before');
    const answers = [await admin.post('/api/categories', body)];
    // Who changes something need not send the rest.
    if (Object.keys(body).length) answers.push(await admin.put(`/api/categories/${id}`, body));
    for (const answer of answers) {
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({ error: 'validation_failed', errors });
    }
    expect(names(await user.get('/api/categories'))).toEqual(['Before']);
  });

  it('takes a name of 191 characters', async () => {
    const name = '🎬'.repeat(95) + 'x';
    expect((await add(name)).name).toBe(name);
  });

  it('lets an administrator change a category, and keeps what is left out', async () => {
    const { id } = await add('Cats', { description: 'Meow', is_active: false });
    const path = `/api/categories/${id}`;
    const renamed = await admin.put(path, { name: ' Big cats ' });
    expect(renamed).toMatchObject({ status: 200 });
    expect(renamed.body).toEqual({ id, name: 'Big cats', description: 'Meow', is_active: false });
    expect((await admin.put(path, { name: 'Big cats', is_active: true })).body).toMatchObject({
      description: 'Meow',
      is_active: true,
    });
    expect((await admin.put(path, { name: 'Big cats', description: null })).body.description).toBeNull();
    expect((await user.get(path)).body).toEqual({ id, name: 'Big cats', description: null, is_active: true });
  });

  it('drops fields that the call does not take', async () => {
    const { id } = await add('Cats', { id: 4711, created_at: 1, __proto__: { is_active: false } });
    expect(id).not.toBe(4711);
    await admin.put(`/api/categories/${id}`, { id: 4711, name: 'Dogs', user_id: 1 });
    expect((await user.get('/api/categories')).body).toEqual([
      { id, name: 'Dogs', description: null, is_active: true },
    ]);
  });

  it('lets an administrator delete a category, and answers with it', async () => {
    const cats = await add('Cats');
    const gone = await admin.delete(`/api/categories/${cats.id}`);
    expect([gone.status, gone.body]).toEqual([200, cats]);
    expect((await user.get('/api/categories')).body).toEqual([]);
    const again = await admin.delete(`/api/categories/${cats.id}`);
    expect([again.status, again.body.error, again.body.message]).toEqual([
      404,
      'not_found',
      'This category was not found.',
    ]);
  });

  it('leaves the shared videos of a deleted category in the library', async () => {
    const { id } = await add('Cats');
    const db = app.running.nest.get(Database);
    const video = await db.insert('shared_videos', {
      title: 'A video',
      category_id: id,
      file_key: 'k.mp4',
      size_bytes: 1,
      width: 540,
      height: 960,
      created_at: 1,
    });
    await admin.delete(`/api/categories/${id}`);
    const row = await db.row('SELECT title, category_id FROM shared_videos WHERE id = ?', [video]);
    expect(row).toEqual({ title: 'A video', category_id: null });
  });

  it.each(['0', '999999', '1e3', '-1', 'x', '99999999999999999999'])('know no category %s', async (id) => {
    for (const answer of [
      await user.get(`/api/categories/${id}`),
      await admin.put(`/api/categories/${id}`, { name: 'Cats' }),
      await admin.delete(`/api/categories/${id}`),
    ])
      expect([answer.status, answer.body.error]).toEqual([404, 'not_found']);
  });

  it('forbids other users to change a category, whatever they send and whether it exists', async () => {
    const { id } = await add('Cats');
    for (const answer of [
      await user.post('/api/categories', { name: 'Mine', is_admin: 1 }),
      await user.post('/api/categories', {}),
      await user.put(`/api/categories/${id}`, { name: 'Mine' }),
      await user.put('/api/categories/999999', { name: 'Mine' }),
      await user.delete(`/api/categories/${id}`),
      await user.delete('/api/categories/999999'),
    ]) {
      expect(answer.status).toBe(403);
      expect(answer.body).toEqual({ statusCode: 403, error: 'forbidden', message: ADMINS_ONLY });
    }
    expect(names(await user.get('/api/categories'))).toEqual(['Cats']);
  });

  it('answers 401 without a token', async () => {
    const { id } = await add('Cats');
    for (const answer of [
      await app.client.get('/api/categories'),
      await app.client.get(`/api/categories/${id}`),
      await app.client.post('/api/categories', { name: 'Mine' }),
      await app.client.put(`/api/categories/${id}`, { name: 'Mine' }),
      await app.client.delete(`/api/categories/${id}`),
    ])
      expect([answer.status, answer.body.error]).toEqual([401, 'unauthorized']);
  });
});

describe('lists of categories', () => {
  beforeEach(async () => {
    await add('banana', { description: 'Yellow' });
    await add('Apple', { is_active: false });
    await add('cherry_100%');
  });

  it('answers all categories by name without page or range', async () => {
    const answer = await user.get('/api/categories');
    expect(names(answer)).toEqual(['Apple', 'banana', 'cherry_100%']);
    expect(answer.headers.get('content-range')).toBeNull();
  });

  it('answers a page, newest first', async () => {
    const { body } = await user.get('/api/categories?page=1&per_page=2');
    expect(names({ body })).toEqual(['cherry_100%', 'Apple']);
    expect(body).toMatchObject({
      total: 3,
      from: 1,
      to: 2,
      prev_page_url: null,
      next_page_url: '/api/categories?page=2&per_page=2',
    });
  });

  it('answers a range, as ra-data-simple-rest asks', async () => {
    const answer = await user.get('/api/categories?range=[0,1]&sort=["name","DESC"]&filter={}');
    expect(names(answer)).toEqual(['cherry_100%', 'banana']);
    expect(answer.headers.get('content-range')).toBe('categories 0-1/3');
    expect(names(await user.get('/api/categories?range=[0,9]&sort=["name","ASC"]'))).toEqual([
      'Apple',
      'banana',
      'cherry_100%',
    ]);
  });

  it.each([
    ['{"is_active":true}', ['banana', 'cherry_100%']],
    ['{"is_active":0}', ['Apple']],
    ['{"q":"yell"}', ['banana']],
    ['{"q":"_100%"}', ['cherry_100%']],
    ['{"q":"an","is_active":true}', ['banana']],
    ['{"id":[0]}', []],
  ])('filters by %s', async (filter, found) => {
    const query = `filter=${encodeURIComponent(filter)}`;
    expect(names(await user.get(`/api/categories?sort=["name","ASC"]&${query}`))).toEqual(found);
    expect(names(await user.get(`/api/categories?range=[0,9]&sort=["name","ASC"]&${query}`))).toEqual(found);
  });

  it('serve getMany', async () => {
    const all = (await user.get('/api/categories')).body;
    const filter = encodeURIComponent(JSON.stringify({ id: [all[0].id, all[2].id] }));
    const { body, headers } = await user.get(`/api/categories?sort=["name","ASC"]&filter=${filter}`);
    expect(body).toEqual([all[0], all[2]]);
    expect(headers.get('content-range')).toBe('categories 0-1/2');
  });

  it.each([
    'page=0',
    'range=[2,1]',
    'sort=["created_at","ASC"]',
    'filter={"name":"x"}',
    'sort=["name;--","ASC"]',
  ])('refuses %s', async (query) => {
    const { status, body } = await user.get(`/api/categories?${query}`);
    expect([status, Object.keys(body.errors)]).toEqual([422, [query.split('=')[0]]]);
  });
});
