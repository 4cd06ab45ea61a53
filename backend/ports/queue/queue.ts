/**
 * Wakes a worker for an account, and knows nothing else: the table is the schedule, so a queue that forgets costs a
 * tick and never a post. The ids are those of accounts. Also the injection token.
 */
export abstract class Queue {
  /** Asks for a look now. Has no effect while the id is in line or at work. */
  abstract wake(accountId: number): void;

  /** Starts to work on up to `width` ids at the same time. */
  abstract serve(work: (accountId: number) => Promise<void>, width: number): void;

  /** Number of free places. */
  abstract readonly free: number;

  /** Begins no further work; resolves when the running work has ended. */
  abstract drain(): Promise<void>;
}
