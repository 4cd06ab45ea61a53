import type { Touched } from '../../database/changes';

/** What was committed in a process that does not publish. */
export type News = Pick<Touched, 'account' | 'topics'>;

/**
 * Wakes workers for accounts, and knows nothing else: the table is the schedule, so a queue that forgets costs a tick
 * and never a post. Nothing here waits, throws or keeps a process alive. Also the injection token.
 *
 * News travels from the processes that commit to those that serve. These look at the table and wake the accounts that
 * they find there; any process that serves may begin the work.
 */
export abstract class Queue {
  /**
   * Asks for work on the account. Has no effect while the account is in line or at work here.
   *
   * @param changes the count of changes that the account was seen with. A wake that was lost on its way, with its
   * process or with the server, never stands in the way of a wake for a later change
   */
  abstract wake(accountId: number, changes: number): void;

  /**
   * Tells which accounts a look found in line. The others have left it, and when they come back they are woken as if for
   * the first time: leaving is no change that `changes` counts.
   */
  abstract stillInLine(accountIds: number[]): void;

  /** Starts to work on up to `width` accounts at the same time. */
  abstract serve(work: (accountId: number) => Promise<void>, width: number): void;

  /** Tells every process that serves, at once, that something was committed. May be lost. */
  abstract announce(news: News): void;

  /** Calls `hear` for what other processes announce. */
  abstract onAnnounced(hear: (news: News) => void): void;

  /** Number of further accounts that this process could work on now. */
  abstract readonly free: number;

  /** Whether other processes work on what is woken here, too. */
  abstract readonly isShared: boolean;

  /** `degraded`: what connects the processes is away. Each one works on what it wakes itself. */
  abstract readonly health: 'ok' | 'degraded';

  /** Begins no further work; resolves when the running work has ended. */
  abstract drain(): Promise<void>;
}
