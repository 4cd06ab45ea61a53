import { Pace } from './pace';

it('shrinks in proportion to the time that was exceeded', () => {
  const pace = new Pace(50);
  pace.took(25);
  expect(pace.count).toBe(10);
});

it('never shrinks below one', () => {
  const pace = new Pace(50);
  pace.took(10_000);
  expect(pace.count).toBe(1);
});

it('grows again, up to its maximum', () => {
  const pace = new Pace(3);
  pace.took(500);
  for (const _ of Array(5)) pace.took(1);
  expect(pace.count).toBe(3);
});
