import { useApp } from '../../support/app';
import type { Client } from '../../support/client';

const PATH = '/api/user/preferences/categories';
const GONE = 'One of these categories does not exist any more. Reload the page and choose again.';

const app = useApp();
let admin: Client;
let user: Client;

beforeAll(async () => {
  admin = await app.users.admin();
});
beforeEach(async () => (user = await app.users.newcomer()));

const category = async (more: Record<string, unknown> = {}): Promise<number> =>
  (await admin.post('/api/categories', { name: 'A category', ...more })).body.id;
const choose = (category_ids: unknown) => user.put(PATH, { category_ids });

describe('preferred categories', () => {
  it('answers no preferred categories at first', async () => {
    const { status, body } = await user.get(PATH);
    expect([status, body]).toEqual([200, { category_ids: [] }]);
  });

  it('keeps the chosen categories, each once, and can be emptied again', async () => {
    const [a, b, c] = [await category(), await category(), await category()];
    const { status, body } = await choose([c, a, c, b, a]);
    expect([status, body]).toEqual([200, { category_ids: [c, a, b] }]);
    expect((await user.get(PATH)).body).toEqual({ category_ids: [c, a, b] });
    expect((await user.get('/api/user')).body.preferred_categories).toEqual([c, a, b]);
    expect((await choose([])).body).toEqual({ category_ids: [] });
    expect((await user.get(PATH)).body).toEqual({ category_ids: [] });
  });

  const OFF = 'One of these categories is switched off. Reload the page and choose again.';

  it('keeps a category that is switched off after it was chosen, and takes no other inactive one', async () => {
    const [a, b, off] = [await category(), await category(), await category({ is_active: false })];
    await choose([a, b]);
    await admin.put(`/api/categories/${a}`, { name: 'Switched off', is_active: false });
    expect((await choose([b, a])).body).toEqual({ category_ids: [b, a] });
    const refused = await choose([a, off]);
    expect([refused.status, refused.body.errors]).toEqual([422, { category_ids: [OFF] }]);
    expect((await user.get(PATH)).body).toEqual({ category_ids: [b, a] });
    await choose([b]);
    expect((await choose([a, b])).body.errors).toEqual({ category_ids: [OFF] });
  });

  it('drops a deleted category, and no other one with a similar id', async () => {
    const made: number[] = [];
    const isPartOfAnother = (id: number) =>
      made.some((other) => other !== id && `${other}`.includes(`${id}`));
    while (made.filter(isPartOfAnother).length < 4) made.push(await category());
    const [alone, atFirst, inside, atLast] = made.filter(isPartOfAnother) as [number, number, number, number];
    const rest = made.filter((id) => ![alone, atFirst, inside, atLast].includes(id));
    const other = await app.users.newcomer();
    await other.put(PATH, { category_ids: made });
    for (const [gone, list] of [
      [alone, [alone]],
      [atFirst, [atFirst, ...rest]],
      [inside, [rest[0]!, inside, ...rest.slice(1)]],
      [atLast, [...rest, atLast]],
    ] as const) {
      expect((await choose(list)).status).toBe(200);
      await admin.delete(`/api/categories/${gone}`);
      const left = list.filter((id) => id !== gone);
      expect((await user.get(PATH)).body).toEqual({ category_ids: left });
      expect((await user.get('/api/user')).body.preferred_categories).toEqual(left);
    }
    expect((await other.get('/api/user')).body.preferred_categories).toEqual(rest);
  });

  it('refuses a deleted category', async () => {
    const [a, b] = [await category(), await category()];
    await choose([a, b]);
    await admin.delete(`/api/categories/${a}`);
    expect((await user.get(PATH)).body).toEqual({ category_ids: [b] });
    const refused = await choose([a, b]);
    expect([refused.status, refused.body.errors]).toEqual([422, { category_ids: [GONE] }]);
    expect((await user.get(PATH)).body).toEqual({ category_ids: [b] });
  });

  const ARRAY = 'Send the chosen categories as an array of their ids; an empty one for none.';
  const WHOLE = 'The id of a category is a whole number.';
  it.each([
    [null, ARRAY],
    ['1,2', ARRAY],
    [{ 0: 1 }, ARRAY],
    [7, ARRAY],
    [['1'], WHOLE],
    [[1.5], WHOLE],
    [[null], WHOLE],
    [[[1]], WHOLE],
    [[0], GONE],
    [[-1], GONE],
    [[999_999], GONE],
    [[1e15], GONE],
    [Array.from({ length: 201 }, (_each, n) => n + 1), 'Choose at most 200 categories.'],
  ])('refuses %j and keeps what was chosen', async (given, sentence) => {
    const id = await category();
    await choose([id]);
    const { status, body } = await choose(given);
    expect([status, body.errors]).toEqual([422, { category_ids: [sentence] }]);
    expect((await user.get(PATH)).body).toEqual({ category_ids: [id] });
  });

  it('takes 200 categories, and any number of repeats', async () => {
    const ids: number[] = [];
    while (ids.length < 200) ids.push(await category());
    expect((await choose([...ids, ...ids])).body.category_ids).toEqual(ids);
  });

  it('changes the preferences of the caller alone, and nothing else', async () => {
    const [a, b] = [await category(), await category()];
    const other = await app.users.newcomer();
    await user.put(PATH, { category_ids: [a], user_id: other.user.id, id: other.user.id, is_admin: 1 });
    await other.put(PATH, { category_ids: [b] });
    expect((await user.get(PATH)).body).toEqual({ category_ids: [a] });
    expect((await user.get('/api/user')).body.is_admin).toBe(0);
    expect((await other.get(PATH)).body).toEqual({ category_ids: [b] });
    expect((await admin.get(PATH)).body).toEqual({ category_ids: [] });
  });

  it('answers 401 without a token', async () => {
    expect((await app.client.get(PATH)).status).toBe(401);
    expect((await app.client.put(PATH, { category_ids: [] })).status).toBe(401);
  });
});
