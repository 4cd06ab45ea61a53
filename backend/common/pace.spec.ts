import { Pace } from './pace';

it('takes as much less as it was too slow', () => {
  const pace = new Pace(50);
  pace.took(25);
  expect(pace.count).toBe(10);
});

it('never takes nothing', () => {
  const pace = new Pace(50);
  pace.took(10_000);
  expect(pace.count).toBe(1);
});

it('grows again, up to the most', () => {
  const pace = new Pace(3);
  pace.took(500);
  for (const _ of Array(5)) pace.took(1);
  expect(pace.count).toBe(3);
});
