/**
 * Wakes a worker for a post, and knows nothing else: the table is the schedule, so a queue that forgets costs a tick
 * and never a post. Also the injection token.
 */
export abstract class Queue {
  /** Asks for the post to be looked at now. Asking again while it is in line or at work changes nothing. */
  abstract wake(postId: number): void;

  /** Work begins: `width` posts at once. */
  abstract serve(work: (postId: number) => Promise<void>, width: number): void;

  /** Places that are free just now. */
  abstract readonly free: number;

  /** No further work begins; resolves when what runs has ended. */
  abstract drain(): Promise<void>;
}
