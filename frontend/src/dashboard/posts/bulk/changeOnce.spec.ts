import type { CallsOnce } from '../../../callsOnce';
import type { Post, Schemas } from '../../../types';
import { ChangeOnce } from './changeOnce';

/** As the server does it: once for each key. */
const server = {
  times: new Map<number, number>(),
  answers: new Map<string, unknown>(),
  lost: 0,
  post(ids: number[], key: string): Promise<unknown> {
    if (!server.answers.has(key)) {
      for (const id of ids) server.times.set(id, (server.times.get(id) ?? 0) + 1);
      server.answers.set(key, { done: ids.map((id) => ({ id })), refused: [] });
    }
    return server.answers.size === server.lost
      ? ((server.lost = 0), Promise.reject(new Error('lost')))
      : Promise.resolve(server.answers.get(key));
  },
};

// It looks at the browser.
jest.mock('../../../api', () => ({
  isApiError: () => false,
  postOnce: (_path: string, { ids }: { ids: number[] }, key: string) => server.post(ids, key),
}));

const send = (change: { ids: number[] }, calls: CallsOnce) =>
  calls.post<Schemas['ChangedPostsView']>('/posts/bulk', change);

const posts = (count: number, scheduled_for: string) =>
  Array.from({ length: count }, (_, n) => ({ id: n + 1, scheduled_for }) as Post);

describe('a change of many posts', () => {
  beforeEach(() => {
    Object.assign(globalThis, { navigator: { onLine: true } });
    server.times.clear();
    server.answers.clear();
  });

  it.each([1, 2])('is made once though the answer to call %i was lost', async (lost) => {
    server.lost = lost;
    const once = new ChangeOnce(send);
    const shift = { action: 'shift', minutes: 60 } as const;
    const before = posts(501, '10:00');
    await expect(once.make(before, shift)).rejects.toThrow('lost');
    // One of them went out meanwhile, and the others are shown as they are now.
    const { done } = await once.make(posts(500, '11:00'), shift);
    expect(done).toEqual(before);
    expect(new Set(server.times.values())).toEqual(new Set([1]));
    await once.make(before, shift);
    expect(new Set(server.times.values())).toEqual(new Set([2]));
  });

  it('is another one with another content', async () => {
    server.lost = 1;
    const once = new ChangeOnce(send);
    await expect(once.make(posts(1, '10:00'), { action: 'shift', minutes: 60 })).rejects.toThrow('lost');
    const { done } = await once.make(posts(2, '11:00'), { action: 'shift', minutes: 30 });
    expect(done).toEqual(posts(2, '11:00'));
  });
});
