import { randomUUID } from 'node:crypto';
import Bull from 'bull';
import { eventually } from '../../../test/support/eventually';
import { loadConfig } from '../../config/config';
import { bullOptions, namesOf } from './bull-options';
import { BullQueue, type Wake } from './bull-queue';

/** As the product makes it, for an installation of its own or a given one, before Redis has answered. */
export function makeBullQueue(url: string, installation: string = randomUUID()): BullQueue {
  const { queue } = loadConfig({ QUEUE_URL: url });
  if (queue.kind !== 'bull') throw new Error(`no Redis: ${url}`);
  return new BullQueue(new Bull<Wake>('wakes', bullOptions(queue, installation)), namesOf(installation));
}

export async function openBullQueue(url: string, installation?: string): Promise<BullQueue> {
  const queue = makeBullQueue(url, installation);
  await eventually(
    () => Promise.resolve(queue.health),
    (health) => health === 'ok',
  );
  return queue;
}
