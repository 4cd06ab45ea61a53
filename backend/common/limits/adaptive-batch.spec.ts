import { AdaptiveBatch } from './adaptive-batch';

it('shrinks in proportion to the time that was exceeded', () => {
  const batch = new AdaptiveBatch(50);
  batch.took(25);
  expect(batch.count).toBe(10);
});

it('never shrinks below one', () => {
  const batch = new AdaptiveBatch(50);
  batch.took(10_000);
  expect(batch.count).toBe(1);
});

it('grows again, up to its maximum', () => {
  const batch = new AdaptiveBatch(3);
  batch.took(500);
  for (const _ of Array(5)) batch.took(1);
  expect(batch.count).toBe(3);
});
