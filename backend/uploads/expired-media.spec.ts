import { SchedulerRegistry } from '@nestjs/schedule';
import type { Config } from '../config/config';
import { ExpiredMedia } from './expired-media';
import type { MediaRemoval } from './media-removal';

/** Media that expire at these instants, in ms of the fake clock. */
class Expiring {
  readonly removedAt: [number, number][] = [];

  constructor(private instants: number[]) {}

  removeExpired(): Promise<void> {
    const over = this.instants.filter((at) => at <= Date.now());
    for (const at of over) this.removedAt.push([at, Date.now()]);
    this.instants = this.instants.filter((at) => !over.includes(at));
    return Promise.resolve();
  }

  expiresIn(): Promise<number | undefined> {
    const next = Math.min(...this.instants);
    return Promise.resolve(next === Infinity ? undefined : next - Date.now());
  }
}

describe('ExpiredMedia', () => {
  const started = (media: Expiring, role: Config['role']) => {
    const expired = new ExpiredMedia(
      media as unknown as MediaRemoval,
      { role } as Config,
      new SchedulerRegistry(),
    );
    expired.onApplicationBootstrap();
    return expired;
  };
  beforeEach(() => jest.useFakeTimers({ now: 0 }));
  afterEach(() => jest.useRealTimers());

  it('removes each within a second of its end, but not while the product starts', async () => {
    const media = new Expiring([5_000, 45_000, 45_200, 400_000]);
    const expired = started(media, 'all');
    await jest.advanceTimersByTimeAsync(500_000);
    const late = media.removedAt.map(([at, removedAt]) => [at, removedAt - at]);
    expect(late[0]).toEqual([5_000, 25_000]);
    for (const [, ms] of late.slice(1)) expect(ms).toBeLessThanOrEqual(1_000);
    expect(late).toHaveLength(4);
    expired.beforeApplicationShutdown();
  });

  it('leaves them to the other processes in one that only answers calls', async () => {
    const media = new Expiring([5_000]);
    started(media, 'api');
    await jest.advanceTimersByTimeAsync(500_000);
    expect(media.removedAt).toEqual([]);
  });
});
