import { mayBecome, OPEN, sourcesOf, STATUSES } from './post-status';

it('lets a published post become nothing, and a failed one only pending', () => {
  expect(STATUSES.filter((to) => mayBecome('published', to))).toEqual([]);
  expect(STATUSES.filter((to) => mayBecome('failed', to))).toEqual(['pending']);
});

it('goes forward along the contract: pending, scheduled, processing, uploaded, published', () => {
  const road = ['pending', 'scheduled', 'processing', 'uploaded', 'published'] as const;
  for (const [n, from] of road.slice(0, -1).entries()) expect(mayBecome(from, road[n + 1]!)).toBe(true);
});

it('never jumps from pending past the hand of a worker', () => {
  expect(
    ['processing', 'uploaded', 'published'].map((to) => mayBecome('pending', to as 'published')),
  ).toEqual([false, false, false]);
});

it('has every open post able to fail, and takes a task for each of them', () => {
  expect(OPEN.every((from) => mayBecome(from, 'failed'))).toBe(true);
  expect(STATUSES.filter((status) => !OPEN.includes(status))).toEqual(['published', 'failed']);
});

it('knows the sources of a status', () => {
  expect(sourcesOf('published')).toEqual(['scheduled', 'processing', 'uploaded']);
});
