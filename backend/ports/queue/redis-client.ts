import type { Queue as Bull } from 'bull';

export type RedisClient = Bull['client'];

/**
 * Mends what the client does with its timer for silent connections: it leaves the timer running when a connection ends,
 * and ends the next one when it fires.
 */
export function stopTimerAtClose(client: RedisClient): void {
  client.on('close', () => stopTimer(client));
}

/** Ends a connection at once; what waits for an answer is rejected. */
export function cutOff(client: RedisClient): void {
  client.disconnect();
  stopTimer(client);
}

function stopTimer(client: RedisClient): void {
  const inner = client as unknown as { socketTimeoutTimer?: NodeJS.Timeout };
  clearTimeout(inner.socketTimeoutTimer);
  inner.socketTimeoutTimer = undefined;
}
