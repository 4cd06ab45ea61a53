import type { Clock } from '../../../common/time/clock';
import { randomBytes } from 'node:crypto';
import { LeaseLost, NOT_CONFIRMED, type RemoteSession, type Outcome, type PublishJob } from '../network';
import { outcomeOfEarlierTry } from './earlier-try';
import { publishedAs, resultOfReading } from './readings';
import { asksList, isLeft, notingMissing } from './second-witness';
import { isGivenUp, decide, lookAgain, unreadable, type Moment, type Verdict } from './resend-decision';
import type { Answer, MetaError } from './graph-client';
import { textOf } from './json';
import type { MetaTime } from './meta-time';
import { inTurn } from './in-turn';
import { openSession } from './open-session';
import type { PostProtocol, Sighting } from './post-protocol';
import { toOutcome, mayBePublic, describeFailure, reasonOf } from './outcomes';
import { callAgain, callFailed, isForNow, refusedEachTime } from './public-calls';
import type { RemoteState } from './remote-state';

/**
 * Publishes a post from wherever its session stands: start → bytes → the one public call → live.
 * The guarantee is the order of writing and sending: the remote id is committed before bytes leave, the intent before
 * the public call, and after an intent the network is read back before anything is sent again.
 */
export class PublishFlow {
  /** Identifies this process, because its steady clock can only be compared with itself. */
  private readonly by = randomBytes(6).toString('base64url');

  constructor(
    private readonly clock: Clock,
    private readonly metaTime: MetaTime,
  ) {}

  async publish(protocol: PostProtocol, job: PublishJob): Promise<Outcome> {
    const { earlier } = job.session ?? {};
    if (earlier) {
      const outcome = await outcomeOfEarlierTry(protocol, job, earlier, this.clock.now());
      return outcome ?? this.publish(protocol, { ...job, session: null });
    }
    const kept = this.isKept(protocol, job.session) ? job.session : null;
    const start = () => openSession(this.clock, job, null, () => protocol.start(job));
    const started = kept
      ? { session: kept }
      : await (protocol.startSendsBytes ? inTurn(job, start) : start());
    if ('outcome' in started) return started.outcome;
    const { session } = started;
    if (session.intentAt !== undefined) return this.confirm(protocol, job, session);
    const sent = session.uploaded
      ? { session }
      : await inTurn(job, () => this.upload(protocol, job, session));
    if ('outcome' in sent) return sent.outcome;
    return this.makePublic(protocol, job, sent.session);
  }

  /** What was not public may be sent anew. A session that does not say when it began counts as too old. */
  private isKept({ keptForMs = Infinity }: PostProtocol, session: RemoteSession | null): boolean {
    if (session?.intentAt !== undefined || keptForMs === Infinity) return true;
    return this.clock.now() - (session?.startedAt ?? -Infinity) < keptForMs;
  }

  private async upload(
    protocol: PostProtocol,
    job: PublishJob,
    session: RemoteSession,
  ): Promise<{ session: RemoteSession } | { outcome: Outcome }> {
    const receipt = await job.ledger.begin('upload', session);
    const result = await protocol.upload(job, session);
    if ('outcome' in result) {
      await job.ledger.finish(receipt, {
        outcome: 'failed',
        ...reasonOf(result.outcome),
        remoteId: session.remoteId,
      });
      return result;
    }
    const uploaded = { ...result.session, uploaded: true };
    await job.ledger.finish(receipt, { outcome: 'done', remoteId: session.remoteId }, uploaded);
    return { session: uploaded };
  }

  private async makePublic(protocol: PostProtocol, job: PublishJob, begun: RemoteSession): Promise<Outcome> {
    const isRepeated = begun.intentAt !== undefined;
    // Before a repeated call there was no obstacle; one that is reported now would not undo the first call.
    const ready = isRepeated ? undefined : await protocol.beforePublish?.(job, begun);
    if (ready && 'outcome' in ready) return ready.outcome;
    const { session } = ready ?? { session: begun };
    const intent: RemoteSession = {
      ...this.metaTime.noteIn(callAgain(session)),
      intentAt: session.intentAt ?? this.clock.now(),
      absentSince: undefined,
      absentSeen: undefined,
      unreadableSince: undefined,
      stalled: undefined,
    };
    const receipt = await job.ledger.begin('publish', intent);
    // No await in between: a process that was suspended for longer than its lease finds out here, or at its socket.
    if (!job.held()) throw new LeaseLost();
    const answer = await protocol.publish(job, intent);
    const { remoteId } = session;
    if (answer.kind === 'ok') {
      const accepted = { ...intent, acceptedAt: this.clock.now(), postId: textOf(answer.json.post_id) };
      await job.ledger.finish(receipt, { outcome: 'done', remoteId }, accepted);
      return (
        (await protocol.published?.(job, accepted, answer.json)) ?? this.confirm(protocol, job, accepted)
      );
    }
    if (isRepeated) return this.repeatFailed(job, receipt, answer, intent);
    if (!mayBePublic(answer)) {
      const kept = notingMissing(session, answer, this.clock.now());
      await job.ledger.finish(receipt, { outcome: 'failed', remoteId, ...describeFailure(answer) }, kept);
      if (answer.kind === 'error' && protocol.publishesOnce && isLeft(kept, answer, this.clock.now()))
        return this.leaveSession(protocol, job, kept, answer);
      return toOutcome(answer, kept, this.clock.now());
    }
    const failed = callFailed(intent, answer);
    await job.ledger.finish(receipt, { outcome: 'unknown', remoteId, ...describeFailure(answer) }, failed);
    const pause = waitsAsTold(answer, failed, this.clock.now());
    if (pause === undefined) return this.confirm(protocol, job, failed);
    // Posts have been seen live behind a block, and reading does not prolong it as it does a rate limit.
    const isBlock = answer.kind === 'error' && answer.class === 'blocked';
    return (isBlock && (await this.seenLive(protocol, job, failed))) || pause;
  }

  /** Only a new one can be published, or this one is gone. What is not public may be made anew, if the list lacks it as well. */
  private async leaveSession(
    protocol: PostProtocol,
    job: PublishJob,
    session: RemoteSession,
    answer: MetaError,
  ): Promise<Outcome> {
    const { missingSince: intentAt = this.clock.now() } = session;
    const sought = this.metaTime.noteIn({ ...session, intentAt });
    const seen = answer.class === 'new_session' && (await this.seenLive(protocol, job, sought));
    if (seen) return seen;
    const sighting = await this.look(protocol, job, session, sought);
    if (sighting.kind === 'live') return publishedAs(sighting, session);
    const outcome = toOutcome(answer, null, this.clock.now());
    return sighting.kind === 'unreadable' && outcome.kind === 'busy' ? { ...outcome, session } : outcome;
  }

  private async seenLive(
    protocol: PostProtocol,
    job: PublishJob,
    session: RemoteSession,
  ): Promise<Outcome | undefined> {
    const state = await this.read(protocol, job, session);
    return state.kind === 'live' ? publishedAs(state, session) : undefined;
  }

  /** The first call may have taken effect, so a refusal of the repeated call says nothing about the post. */
  private async repeatFailed(
    job: PublishJob,
    receipt: number,
    answer: Exclude<Answer, { kind: 'ok' }>,
    intent: RemoteSession,
  ): Promise<Outcome> {
    const now = this.clock.now();
    const failed = callFailed(intent, answer);
    const { remoteId } = intent;
    await job.ledger.finish(receipt, { outcome: 'unknown', remoteId, ...describeFailure(answer) }, failed);
    const pause = waitsAsTold(answer, failed, now);
    if (pause) return pause;
    if (answer.kind === 'lost' || mayBePublic(answer)) return lookAgain(failed);
    if (answer.class === 'token' || answer.class === 'reconnect') return toOutcome(answer, failed, now);
    const refusals = (failed.refusals ?? 0) + 1;
    return lookAgain({ ...failed, refusedSince: failed.refusedSince ?? now, refusals });
  }

  private async confirm(protocol: PostProtocol, job: PublishJob, session: RemoteSession): Promise<Outcome> {
    const state = await this.read(protocol, job, session);
    // A call that was lost told no time; this reading does.
    const verdict = decide(this.metaTime.noteIn(session), state, this.moment());
    const now = this.clock.now();
    if (verdict.kind === 'settled' && !asksList(session, state, verdict.outcome, now)) return verdict.outcome;
    const sighting = await this.look(protocol, job, this.metaTime.noteIn(session));
    if (sighting.kind === 'live') return publishedAs(sighting, session);
    // An accepted post has the time that it may be processed for, though earlier calls were refused.
    const isAccepted = session.acceptedAt !== undefined;
    if (!isAccepted && isGivenUp(session, now)) return { kind: 'refused', reason: NOT_CONFIRMED };
    if (verdict.kind === 'settled') return notingLook(verdict.outcome, now);
    const isSure = verdict.kind === 'safe to send' && verdict.session.refusals === undefined;
    if (!isSure && sighting.kind === 'unreadable') {
      // The other reading was understood. It does not end the time in which this one is not.
      const { unreadableSince } = session;
      return unreadable({ ...verdict.session, unreadableSince }, sighting, this.clock.now());
    }
    return this.goOn(protocol, job, verdict);
  }

  /** Continues after neither reading found the post. */
  private goOn(
    protocol: PostProtocol,
    job: PublishJob,
    verdict: Exclude<Verdict, { kind: 'settled' }>,
  ): Promise<Outcome> | Outcome {
    const { session } = verdict;
    if (verdict.kind === 'called enough') return refusedEachTime(session);
    if (session.refusals !== undefined && !protocol.publishesOnce) return lookAgain(session, 60_000);
    if (verdict.kind === 'new session') {
      const { reason, code } = verdict;
      return { kind: 'busy', session: null, reason, ...(code && { code }) };
    }
    return this.makePublic(protocol, job, session);
  }

  private moment(): Moment {
    return { now: this.clock.now(), steady: { by: this.by, at: this.clock.steady() } };
  }

  /** `sought`: the session with the instant since when the post may be on the list. */
  private async look(
    protocol: PostProtocol,
    job: PublishJob,
    session: RemoteSession,
    sought = session,
  ): Promise<Sighting> {
    const receipt = await job.ledger.begin('read back', session);
    const sighting = await protocol.witness(job, sought);
    await job.ledger.finish(receipt, resultOfReading(sighting, session));
    return sighting;
  }

  /** Records readings in the ledger only while the outcome is unknown, because only then do they decide something. */
  private async read(protocol: PostProtocol, job: PublishJob, session: RemoteSession): Promise<RemoteState> {
    const inDoubt = session.acceptedAt === undefined;
    const receipt = inDoubt ? await job.ledger.begin('read back', session) : undefined;
    const state = await protocol.read(job, session);
    if (receipt !== undefined) await job.ledger.finish(receipt, resultOfReading(state, session));
    return state;
  }
}

/** The pauses between two looks for an accepted post grow from the first one on. */
const notingLook = (outcome: Outcome, now: number): Outcome =>
  outcome.kind === 'waiting' ? { ...outcome, session: { ...outcome.session, listedAt: now } } : outcome;

/** Meta says to wait, and the post may be public: the account waits, and the post is read back afterwards. */
function waitsAsTold(
  answer: Exclude<Answer, { kind: 'ok' }>,
  session: RemoteSession,
  now: number,
): Outcome | undefined {
  return isForNow(answer) ? toOutcome(answer, session, now) : undefined;
}
