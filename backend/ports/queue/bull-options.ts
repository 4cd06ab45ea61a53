import type { QueueOptions } from 'bull';
import type { RedisServer } from '../../config/config';

/** Bull waits longer from try to try otherwise, up to 20 s. */
const RECONNECT_MS = 500;

/** A connection on which nothing comes for so long, though something was asked, is thrown away. */
export const SILENCE_MS = 5_000;

/** Seconds that one blocking read for jobs lasts. The answer to it shows that the connection lives. */
const READ_S = 1;

/** Options of a queue that several installations on one Redis do not share. */
export function bullOptions(
  { host, port, db, tls, username, password }: RedisServer,
  installation: string,
): QueueOptions {
  return {
    prefix: prefixOf(installation),
    redis: {
      host,
      port,
      db,
      username,
      password,
      ...(tls && { tls: {} }),
      connectTimeout: SILENCE_MS,
      socketTimeout: SILENCE_MS,
      retryStrategy: () => RECONNECT_MS,
      // What was asked of a Redis that is away fails soon, and is not kept until it is back.
      maxRetriesPerRequest: 1,
      disableClientInfo: true,
    },
    defaultJobOptions: { attempts: 1, removeOnComplete: true, removeOnFail: true },
    // Jobs are taken one by one, and end when their work begins: none is ever renewed, and none counts as stalled.
    settings: { lockDuration: SILENCE_MS, stalledInterval: 0, drainDelay: READ_S },
  };
}

export const namesOf = (installation: string) => ({
  pulseKey: `${prefixOf(installation)}:pulse`,
  channel: `${prefixOf(installation)}:news`,
});

const prefixOf = (installation: string): string => `pagecast:${installation}`;
