import type { Post } from '../../../types';
import { changeMany, shifted, timesBack } from './changeMany';

const post = (id: number, scheduled_for: string | null = null) => ({ id, scheduled_for }) as Post;

it('asks for at most 500 in one call, and tells each post that was refused with its reason', async () => {
  const posts = Array.from({ length: 501 }, (_, n) => post(n + 1));
  const asked: number[] = [];
  const { done, refused } = await changeMany(posts, { action: 'clear_time' }, ({ ids }) => {
    asked.push(ids.length);
    return Promise.resolve({
      done: ids.filter((id) => id !== 7).map((id) => ({ id })),
      refused: ids.includes(7) ? [{ id: 7, error: 'conflict', message: 'It is on its way.' }] : [],
    });
  });
  expect(asked).toEqual([500, 1]);
  expect(done).toHaveLength(500);
  expect(refused).toEqual([{ post: post(7), message: 'It is on its way.', isGone: false }]);
});

it.each([
  ['delete', { done: [post(1)], refused: [] }],
  [
    'clear_time',
    { done: [], refused: [{ post: post(1), message: 'This video was not found.', isGone: true }] },
  ],
  // The account may be what is gone.
  ['move', { done: [], refused: [{ post: post(1), message: 'This video was not found.', isGone: false }] }],
] as const)('knows, with %s, a post that is gone', async (action, outcome) => {
  const refused = [{ id: 1, error: 'not_found', message: 'This video was not found.' }];
  expect(await changeMany([post(1)], { action }, () => Promise.resolve({ done: [], refused }))).toEqual(
    outcome,
  );
});

it('gives back the times, and none where there was none', () => {
  const posts = [post(1, '2030-01-02T03:04:00.000Z'), post(2)];
  expect(timesBack(posts, (each) => shifted(each, -90))).toEqual({
    action: 'set_times',
    times: [
      { id: 1, scheduled_for: '2030-01-02T03:04:00.000Z', was: '2030-01-02T01:34:00.000Z' },
      { id: 2, scheduled_for: null, was: null },
    ],
  });
});
