import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '../../../common/time/clock';
import type { RemoteSession } from '../network';

/** Clocks differ, and Meta's times have a resolution of one second. */
export const CLOCK_SLACK_MS = 120_000;

/** What is more is no clock, but an answer that is wrong. */
const MOST_AHEAD_MS = 24 * 3_600_000;

/** How far our clock is ahead of Meta's, as the `Date` of each answer tells. */
export class MetaTime {
  private latestMs = 0;

  constructor(private readonly clock: Clock) {}

  note({ date }: IncomingHttpHeaders): void {
    const at = Date.parse(date ?? '');
    if (!Number.isNaN(at)) this.latestMs = this.clock.now() - at;
  }

  /** The session with the most that our clock was ahead since its intent, where that is more than all clocks may be. */
  noteIn<S extends Pick<RemoteSession, 'aheadMs'>>(session: S): S {
    const aheadMs = Math.max(session.aheadMs ?? 0, Math.min(this.latestMs, MOST_AHEAD_MS));
    return aheadMs > CLOCK_SLACK_MS / 2 ? { ...session, aheadMs } : session;
  }
}

/** From when on the post of this session can be on a list, in ms by Meta's clock. */
export const earliestOf = ({
  intentAt = 0,
  aheadMs = 0,
}: Pick<RemoteSession, 'intentAt' | 'aheadMs'>): number => intentAt - aheadMs - CLOCK_SLACK_MS;
