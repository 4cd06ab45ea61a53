import { LEASE_MS } from '../../accounts/turns/account-turns';
import { mayBePublic, type RemoteSession } from '../../ports/networks/network';

/** Longest time that an account is reserved for a post that is not public yet. After that its other posts may pass. */
const LONGEST_HOLD_MS = 5 * 60_000;

/** The state of a post that is released unfinished. */
export interface Next {
  status: 'pending' | 'scheduled' | 'uploaded';
  /** Null if the post waits for its turn. */
  dueAt: number | null;
  session: RemoteSession | null;
  tries: number;
  /** Reserves the account for the post until then. */
  holdUntil?: number;
}

/**
 * A reading that succeeds forgets the failed readings before it, but not what failed before the network had the bytes:
 * otherwise what fails in every session would be uploaded forever.
 */
export function processed(
  session: RemoteSession,
  tries: number,
  { dueAt, now }: { dueAt: number; now: number },
): Next {
  const { waitingSince = now, triesBefore = tries } = session;
  return {
    status: 'uploaded',
    dueAt,
    session: { ...session, triesBefore },
    tries: Math.min(tries, triesBefore),
    ...(now - waitingSince < LONGEST_HOLD_MS && { holdUntil: dueAt + LEASE_MS }),
  };
}

export const NO_INTENT = { intent_account: null, intent_token: null };

export const columnsOf = ({ status, dueAt, session, tries }: Next) => ({
  status,
  due_at: dueAt,
  remote_session: session && JSON.stringify(session),
  tries,
  ...(!mayBePublic(session) && NO_INTENT),
});
