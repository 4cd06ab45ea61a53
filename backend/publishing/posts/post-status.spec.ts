import { mayBecome, OPEN, sourcesOf, STATUSES } from './post-status';

it('leaves a published post published, and lets a failed one only become pending', () => {
  expect(STATUSES.filter((to) => mayBecome('published', to))).toEqual([]);
  expect(STATUSES.filter((to) => mayBecome('failed', to))).toEqual(['pending']);
});

it('moves forward from pending through scheduled, processing and uploaded to published', () => {
  const road = ['pending', 'scheduled', 'processing', 'uploaded', 'published'] as const;
  for (const [n, from] of road.slice(0, -1).entries()) expect(mayBecome(from, road[n + 1]!)).toBe(true);
});

it('never skips scheduled on the way from pending', () => {
  expect(
    ['processing', 'uploaded', 'published'].map((to) => mayBecome('pending', to as 'published')),
  ).toEqual([false, false, false]);
});

it('lets every open post fail, and counts all but published and failed ones as open', () => {
  expect(OPEN.every((from) => mayBecome(from, 'failed'))).toBe(true);
  expect(STATUSES.filter((status) => !OPEN.includes(status))).toEqual(['published', 'failed']);
});

it('lists the statuses that may become published', () => {
  expect(sourcesOf('published')).toEqual(['scheduled', 'processing', 'uploaded']);
});
