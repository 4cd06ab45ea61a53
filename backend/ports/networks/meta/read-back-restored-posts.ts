import type { Clock } from '../../../common/time/clock';
import {
  MAY_HAVE_GONE_OUT,
  NOT_CONFIRMED,
  type NetworkName,
  type Outcome,
  type PublishJob,
  type RemoteSession,
  type Restored,
} from '../network';
import type { GraphClient } from './graph-client';
import { earliestOf, type MetaTime } from './meta-time';
import type { PostProtocol } from './post-protocol';
import { publicItemsSince } from './public-items';
import type { RemoteState } from './remote-state';
import { unreadable } from './resend-decision';
import { sameWords } from './same-words';

const A_MINUTE_MS = 60_000;

/** How long nothing must be found: a video that was accepted just before the restore is on no list yet. */
const ABSENT_FOR_MS = 10 * A_MINUTE_MS;

/** How long other posts may take to claim what is on the lists, before this one is held. */
const UNCLEAR_FOR_MS = 10 * A_MINUTE_MS;

/** How long a video may be processed. */
const WORKING_FOR_MS = 24 * 60 * A_MINUTE_MS;

const AGAIN_MS = 5 * A_MINUTE_MS;

type Sighting =
  | { kind: 'live'; remoteId: string; permalink?: string }
  | { kind: 'absent' | 'unclear' | 'working' }
  | Extract<RemoteState, { kind: 'unreadable' }>;

/**
 * Finds out whether a post went out after the backup from which it was restored. The lists of what the account shows
 * are the witness: a post counts as not public only if nothing on them is unknown to this installation. What is on
 * them and can be no other post's is this one. In every other case it is held for its user.
 */
export class RestoredPosts {
  constructor(
    private readonly graph: GraphClient,
    private readonly clock: Clock,
    private readonly time: MetaTime,
  ) {}

  /** `protocol` is the one that the post was begun with before the backup, if it was. */
  async find(
    network: NetworkName,
    protocol: PostProtocol | undefined,
    job: PublishJob,
    given: RemoteSession,
    restored: Restored,
  ): Promise<Outcome> {
    const receipt = await job.ledger.begin('read back', given);
    const sighting = await this.look(network, protocol, job, this.time.noteIn(given), restored);
    // Before the first look of a process, no answer has told the time. Nothing is decided by one look that found nothing.
    const session = this.time.noteIn(given);
    await job.ledger.finish(receipt, {
      outcome: sighting.kind === 'unreadable' ? 'failed' : 'done',
      message: sighting.kind === 'unreadable' ? sighting.reason : WORDS[sighting.kind],
    });
    const now = this.clock.now();
    switch (sighting.kind) {
      case 'live':
        return { kind: 'published', remoteId: sighting.remoteId, permalink: sighting.permalink };
      case 'unreadable': {
        const outcome = unreadable(session, sighting, now);
        return outcome.kind === 'refused' && outcome.reason === NOT_CONFIRMED ? HELD : outcome;
      }
      case 'working':
        return later(session, restored, 'workingSince', now, WORKING_FOR_MS) ?? HELD;
      case 'unclear':
        return later(session, restored, 'unclearSince', now, UNCLEAR_FOR_MS) ?? HELD;
      case 'absent':
        return (
          later(session, restored, 'absentSince', now, ABSENT_FOR_MS) ?? {
            kind: 'not public',
            session: asBefore(session, restored),
          }
        );
    }
  }

  private async look(
    network: NetworkName,
    protocol: PostProtocol | undefined,
    job: PublishJob,
    session: RemoteSession,
    { since, words, shared }: Restored,
  ): Promise<Sighting> {
    if (protocol) {
      const state = await protocol.read(job, session);
      if (state.kind === 'live') return { ...state, remoteId: state.remoteId ?? session.remoteId };
      if (state.kind === 'publishing' || state.kind === 'working') return { kind: 'working' };
      // What the network has deleted since may still have gone out under another id.
      if (state.kind === 'unreadable' && state.error?.class !== 'missing') return state;
    }
    const earliest = earliestOf({ intentAt: since, aheadMs: session.aheadMs });
    const period = { since: earliest, now: this.clock.now() };
    const shown = await publicItemsSince(this.graph, network, job, period);
    if (shown.kind === 'unreadable') return shown;
    const taken = await job.ledger.knownOfOthers([...new Set(shown.items.flatMap(({ ids }) => ids))]);
    const unknown = shown.items.filter(({ ids }) => !ids.some((id) => taken.has(id)));
    const own = protocol && unknown.find(({ ids }) => ids.includes(session.remoteId));
    const alike = unknown.filter(({ text }) => text !== null && words?.some((each) => sameWords(text, each)));
    const found = own ?? (shared ? undefined : alike[0]);
    // A video is known by its own id, a photo by its post's, which comes last.
    const remoteId = found?.ids.at(job.media.type === 'video' ? 0 : -1);
    if (remoteId !== undefined) return { kind: 'live', remoteId, permalink: found?.permalink };
    return { kind: unknown.length === 0 && shown.complete ? 'absent' : 'unclear' };
  }
}

const HELD: Outcome = { kind: 'refused', reason: MAY_HAVE_GONE_OUT };

const WORDS = {
  live: 'It went out after the backup was made.',
  absent: 'The network shows nothing that is unknown here.',
  unclear: 'The network shows posts that may be this one.',
  working: 'The network is still processing it.',
};

/** @returns undefined when it has been so for long enough. */
function later(
  session: RemoteSession,
  { absentSince: _absent, unclearSince: _unclear, workingSince: _working, ...rest }: Restored,
  what: 'absentSince' | 'unclearSince' | 'workingSince',
  now: number,
  enoughMs: number,
): Outcome | undefined {
  // An instant in the future means that a clock was set.
  const before = session.restored?.[what];
  const since = before === undefined || before > now ? now : before;
  if (now - since >= enoughMs) return undefined;
  return {
    kind: 'unknown',
    session: { ...session, unreadableSince: undefined, restored: { ...rest, [what]: since } },
    askAgainMs: Math.min(AGAIN_MS, enoughMs - (now - since)),
    reason: 'It was restored from a backup and may have gone out since; reading it back.',
  };
}

/** The session as it was in the backup. */
function asBefore(session: RemoteSession, { begun, hadBytes, hadIntent }: Restored): RemoteSession | null {
  if (!begun) return null;
  const { restored: _restored, unreadableSince: _unreadable, uploaded, intentAt, aheadMs, ...rest } = session;
  return { ...rest, ...(hadBytes && { uploaded }), ...(hadIntent && { intentAt, aheadMs }) };
}
