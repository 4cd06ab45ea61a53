import { bytesPerSecond, progressText, withSample } from './uploadProgress';
import type { Sample } from './uploadProgress';

const MB = 1024 ** 2;

it('measures over the last seconds, not since the start', () => {
  let samples: Sample[] = [];
  for (let second = 0; second <= 10; second++) {
    const slowStart = second < 5 ? second : 4 + (second - 4) * 10;
    samples = withSample(samples, { at: second * 1000, sent: slowStart * MB });
  }
  expect(bytesPerSecond(samples) / MB).toBeCloseTo(10, 5);
  expect(samples.length).toBeLessThan(8);
});

it('shows a stall', () => {
  const samples = withSample(
    [
      { at: 0, sent: 0 },
      { at: 1000, sent: 4 * MB },
    ],
    { at: 61_000, sent: 4 * MB },
  );
  expect(bytesPerSecond(samples)).toBe(0);
});

it('says nothing of a speed that one sample cannot tell', () => {
  expect(bytesPerSecond([])).toBe(0);
  expect(bytesPerSecond([{ at: 5, sent: 9 }])).toBe(0);
});

it('reads like a sentence', () => {
  expect(progressText({ sent: 10 * MB, total: 40 * MB, bytesPerSecond: 2.5 * MB })).toBe(
    '2.5 MB/s, 12 s left',
  );
  expect(progressText({ sent: 0, total: 60 * MB, bytesPerSecond: 100 * 1024 })).toBe('100 KB/s, 10 min left');
  expect(progressText({ sent: 0, total: MB, bytesPerSecond: 0 })).toBe('Starting...');
  expect(progressText({ sent: MB, total: MB, bytesPerSecond: MB })).toBe('Finishing...');
});
