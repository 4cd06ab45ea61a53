import type { IncomingMessage } from 'node:http';
import { DomainError } from '../../common/errors/errors';
import { clientLeft } from './ongoing-uploads';

const SLOWEST_BYTES_PER_SECOND = 8 * 1024;
const RATE_WINDOW_MS = 30_000;

/**
 * Ends an upload that comes too slowly. Node's own time limit counts the whole body and would end honest slow uploads.
 */
export function watchRate(raw: IncomingMessage, giveUp: (error: Error) => void): void {
  // An upload that has ended already says so no more: neither `end` nor `close` would end the watch.
  if (raw.readableEnded) return;
  if (raw.destroyed) {
    giveUp(clientLeft());
    return;
  }
  let seen = raw.socket.bytesRead;
  const stop = () => clearInterval(watch);
  const watch = setInterval(() => {
    const { bytesRead } = raw.socket;
    if (bytesRead - seen < (SLOWEST_BYTES_PER_SECOND * RATE_WINDOW_MS) / 1000) {
      stop();
      giveUp(
        new DomainError(
          408,
          'request_timeout',
          'The upload came too slowly and was given up. Nothing was stored; try again.',
        ),
      );
    }
    seen = bytesRead;
  }, RATE_WINDOW_MS);
  watch.unref();
  raw.once('end', stop);
  raw.once('close', stop);
}
