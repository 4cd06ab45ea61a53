import { randomBytes } from 'node:crypto';
import type { Clock } from '../../../common/time/clock';
import type { CommentJob, CommentOutcome, CommentSession } from '../first-comment';
import { LeaseLost, type NetworkName } from '../network';
import { failedWithoutId } from './failed-without-reason';
import type { Answer, GraphClient } from './graph-client';
import { findMedia } from './instagram-media';
import { textOf } from './json';
import { codesOf, mayBePublic, toOutcome } from './outcomes';
import { findOwnComment } from './own-comments';
import { absentFor, ABSENT_TWICE_MS } from './resend-decision';

type Failure = Exclude<Answer, { kind: 'ok' }>;
type Later = Extract<CommentOutcome, { kind: 'later' }>;

const NOT_SAID = 'The network did not say whether the comment was posted; reading the comments.';

const NOT_LISTED = 'The network does not list the post yet; reading its list again.';

/**
 * Posts the first comment (`POST /{post}/comments`). Meta would take it twice, so once the intent is written, the
 * comments are read before it is sent again, and only two readings without it allow that.
 */
export class FirstComments {
  /** Identifies this process, because its steady clock can only be compared with itself. */
  private readonly by = randomBytes(6).toString('base64url');

  constructor(
    private readonly graph: GraphClient,
    private readonly clock: Clock,
  ) {}

  async post(network: NetworkName, given: CommentJob): Promise<CommentOutcome> {
    const named = await this.named(given);
    if ('kind' in named) return named;
    const job = named;
    const { session, mayTry } = job;
    const found = session.intentAt === undefined ? undefined : await this.look(network, job);
    if (found) return found;
    if (!mayTry) return { kind: 'absent', session: unsent(session) };
    const waitMs = (session.notBefore ?? 0) - this.clock.now();
    return waitMs > 0 ? later(session, NOT_SAID, { afterMs: waitMs }) : this.send(job);
  }

  /** Of a post on Instagram only its container may be known, under which nothing can be said. */
  private async named(job: CommentJob): Promise<CommentJob | CommentOutcome> {
    const { session, unnamed, credentials, signal } = job;
    if (!unnamed) return job;
    const seen = await findMedia(this.graph, { credentials, signal, ledger: job, ...unnamed });
    if (seen.kind === 'live' && seen.isSure && seen.remoteId !== undefined)
      return { ...job, postId: seen.remoteId };
    if (seen.kind === 'unreadable' && seen.error) return this.failed(seen.error, session, { tried: false });
    const reason = seen.kind === 'unreadable' ? seen.reason : NOT_LISTED;
    return later(session, reason, { afterMs: ABSENT_TWICE_MS });
  }

  /** @returns undefined when it is certain that the comment is not there. */
  private async look(network: NetworkName, job: CommentJob): Promise<CommentOutcome | undefined> {
    const { session } = job;
    const seen = await findOwnComment(this.graph, network, job);
    if (seen.kind === 'there') return { kind: 'posted', remoteId: seen.remoteId };
    if (seen.kind === 'unreadable')
      return seen.failure
        ? this.failed(seen.failure, session, { tried: false })
        : later(session, seen.reason, { afterMs: ABSENT_TWICE_MS });
    const [now, steady] = [this.clock.now(), { by: this.by, at: this.clock.steady() }];
    const age = absentFor(session, { now, steady });
    if (age === undefined)
      return later({ ...session, absentSince: now, absentSeen: steady }, NOT_SAID, {
        afterMs: ABSENT_TWICE_MS,
      });
    return age < ABSENT_TWICE_MS ? later(session, NOT_SAID, { afterMs: ABSENT_TWICE_MS - age }) : undefined;
  }

  private async send(job: CommentJob): Promise<CommentOutcome> {
    const { credentials, postId, text, session, signal, held } = job;
    const intent = { ...unsent(session), intentAt: session.intentAt ?? this.clock.now() };
    await job.intend(intent);
    // No await in between: a process that was suspended for longer than its lease finds out here, or at its socket.
    if (!held()) throw new LeaseLost();
    const path = `${postId}/comments`;
    const answer = failedWithoutId(
      await this.graph.post(path, credentials.token, { message: text }, signal, held),
    );
    if (answer.kind === 'ok') return { kind: 'posted', remoteId: textOf(answer.json.id) };
    return this.failed(answer, mayBePublic(answer) ? intent : unsent(session), { tried: true });
  }

  /** With an intent in the session, the comment may be there. */
  private failed(failure: Failure, session: CommentSession, { tried }: { tried: boolean }): CommentOutcome {
    const now = this.clock.now();
    const outcome = toOutcome(failure, null, now);
    const reason = 'reason' in outcome && outcome.reason !== undefined ? outcome.reason : NOT_SAID;
    if (failure.kind === 'lost') return later(session, reason, { tried });
    const code = codesOf(failure);
    switch (failure.class) {
      case 'token':
        return { kind: 'signed out', session, reason, code };
      case 'reconnect':
        return { kind: 'refused', session, reason, code };
      case 'rate_limit':
      case 'blocked': {
        const until = outcome.kind === 'account' ? outcome.untilMs : undefined;
        return later(session, reason, { tried, code, afterMs: until === undefined ? until : until - now });
      }
      case 'refused':
        if (!tried || !mayBePublic(failure)) return { kind: 'refused', session, reason, code };
        return later(session, reason, { tried, code });
      case 'transient':
      case 'not_ready':
      case 'new_session':
      case 'offset':
      case 'missing':
        return later(session, reason, { tried, code });
    }
  }
}

/** Without an intent: it is certain that the comment was not posted. */
const unsent = ({ accountId, since, notBefore }: CommentSession): CommentSession => ({
  accountId,
  since,
  notBefore,
});

const later = (
  session: CommentSession,
  reason: string,
  more: Partial<Pick<Later, 'afterMs' | 'tried' | 'code'>>,
): CommentOutcome => ({ kind: 'later', session, reason, tried: false, ...more });
