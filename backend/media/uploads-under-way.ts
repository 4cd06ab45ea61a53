import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { DomainError, unavailable } from '../common/errors';

/** Every upload from its first byte to its answer, so that who stops the server can wait for them, or end them. */
@Injectable()
export class UploadsUnderWay {
  private readonly uploads = new Map<AbortController, Promise<unknown>>();
  private closed = false;

  get count(): number {
    return this.uploads.size;
  }

  /**
   * The signal given to `work` gives it up: the client is gone, or the server stops.
   * @throws DomainError 503 when no more are taken
   */
  async run<T>({ socket }: IncomingMessage, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (this.closed) throw isStoppingNow();
    const controller = new AbortController();
    const leave = () => controller.abort(clientLeft());
    socket.once('close', leave);
    const done = work(controller.signal);
    this.uploads.set(controller, done);
    try {
      return await done;
    } finally {
      socket.off('close', leave);
      this.uploads.delete(controller);
    }
  }

  /** From now on no upload is taken. */
  close(): void {
    this.closed = true;
  }

  /** Resolves when none is under way any more, and nothing of those that failed is left. */
  async settled(): Promise<void> {
    while (this.uploads.size > 0) await Promise.allSettled(this.uploads.values());
  }

  /** Ends those under way: each is refused, and what had come of it is removed. */
  giveUp(): void {
    for (const controller of this.uploads.keys()) controller.abort(isStoppingNow());
  }
}

export const isStoppingNow = () => unavailable('The server is about to stop. Try again in a moment.');

const clientLeft = () =>
  new DomainError(400, 'bad_request', 'The upload broke off before its end. Nothing was stored; try again.');
