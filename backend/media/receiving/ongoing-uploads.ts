import { setMaxListeners } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { DomainError, unavailable } from '../../common/errors/errors';

/** Tracks every upload from its first byte to its answer, so that a shutdown can wait for them or end them. */
@Injectable()
export class OngoingUploads {
  private readonly uploads = new Map<AbortController, Promise<unknown>>();
  private closed = false;

  get count(): number {
    return this.uploads.size;
  }

  /**
   * Runs an upload. Its signal aborts it when the client is gone or the server stops.
   * @throws DomainError 503 when no more uploads are accepted
   */
  async run<T>({ socket }: IncomingMessage, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (this.closed) throw isStoppingNow();
    const controller = new AbortController();
    // Each of its files listens while it waits for the prober.
    setMaxListeners(0, controller.signal);
    const leave = () => controller.abort(clientLeft());
    // A client that left while others were served says so no more.
    if (socket.destroyed) leave();
    else socket.once('close', leave);
    const done = work(controller.signal);
    this.uploads.set(controller, done);
    try {
      return await done;
    } finally {
      socket.off('close', leave);
      this.uploads.delete(controller);
    }
  }

  /** Accepts no further uploads. */
  close(): void {
    this.closed = true;
  }

  /** Resolves when no upload is under way, and the files of failed ones are removed. */
  async settled(): Promise<void> {
    while (this.uploads.size > 0) await Promise.allSettled(this.uploads.values());
  }

  /** Aborts the uploads under way: each is refused, and its files are removed. */
  giveUp(): void {
    for (const controller of this.uploads.keys()) controller.abort(isStoppingNow());
  }
}

export const isStoppingNow = () => unavailable('The server is about to stop. Try again in a moment.');

export const clientLeft = () =>
  new DomainError(400, 'bad_request', 'The upload broke off before its end. Nothing was stored; try again.');
