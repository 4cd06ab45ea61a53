import type { Clock } from '../../../common/clock';
import type { RemoteSession, Outcome, PublishJob } from '../network';
import { classify } from './error-classes';
import type { Answer, GraphClient, MetaError } from './graph-client';
import { asObject, numberOf, textOf, wordsOf } from './json';
import { toOutcome, codesOf } from './outcomes';
import { pauseAfter } from './resend-decision';
import { NO_LIST } from './published-lists';
import type { PostProtocol, Sighting } from './publish-flow';
import { pushResumably } from './resumable-upload';
import { absoluteLink, type RemoteState } from './remote-state';
import { sameWords } from './same-words';
import { statusSentence } from './error-sentences';

const HOUR_MS = 3_600_000;
const CLOCK_SLACK_MS = 120_000;
const MOST_MEDIA = 50;

const EXPIRED = 'The container at Instagram expired; a new one will be made.';

/** The state of a container (reference "IG Container"). */
type Container =
  | { code: 'IN_PROGRESS' | 'FINISHED' | 'PUBLISHED' | 'EXPIRED'; received: number }
  | { code: 'ERROR'; reason: string; subcode?: number }
  | { code: 'UNREADABLE'; reason: string; error?: MetaError };

/**
 * A reel for Instagram: a container, its bytes, and `media_publish` once the container is FINISHED (guides "Content
 * Publishing" and "Resumable Uploads"). Instagram publishes a container at most once, so a call whose answer was lost
 * can be repeated safely.
 */
export class InstagramReelProtocol implements PostProtocol {
  readonly name = 'instagram_reel';
  readonly publishesOnce = true;

  constructor(
    private readonly graph: GraphClient,
    private readonly clock: Clock,
  ) {}

  async start(
    job: PublishJob,
  ): Promise<{ answer: Answer; session: RemoteSession | null } | { outcome: Outcome }> {
    const full = await this.quotaUsedUp(job);
    if (full) return { outcome: full };
    const { accountId, token } = job.credentials;
    const container = { media_type: 'REELS', upload_type: 'resumable', caption: job.text };
    let answer = await this.graph.post(
      `${accountId}/media`,
      token,
      { ...container, share_to_feed: true },
      job.signal,
    );
    // Meta lists this parameter only for uploads by URL. It is sent, and left out if it is refused.
    if (answer.kind === 'error' && answer.code === 100 && /share_to_feed/.test(answer.reason))
      answer = await this.graph.post(`${accountId}/media`, token, container, job.signal);
    if (answer.kind !== 'ok') return { answer, session: null };
    const remoteId = textOf(answer.json.id);
    const { uri } = answer.json;
    const usable = remoteId !== undefined && /^\w{1,64}$/.test(remoteId) && this.graph.trusts(uri);
    return { answer, session: usable ? { protocol: this.name, accountId, remoteId, uploadUrl: uri } : null };
  }

  upload(
    job: PublishJob,
    session: RemoteSession,
  ): Promise<{ session: RemoteSession } | { outcome: Outcome }> {
    return pushResumably(
      this.graph,
      job,
      session,
      () => this.received(job, session),
      () => this.clock.now(),
    );
  }

  /** The container must be FINISHED first, which takes seconds to minutes. */
  async beforePublish(job: PublishJob, session: RemoteSession): Promise<Outcome | undefined> {
    const now = this.clock.now();
    const container = await this.container(job, session);
    switch (container.code) {
      case 'FINISHED':
        return undefined;
      case 'PUBLISHED':
        return { kind: 'published', remoteId: session.remoteId };
      case 'IN_PROGRESS': {
        const waiting = { ...session, waitingSince: session.waitingSince ?? now };
        return {
          kind: 'waiting',
          session: waiting,
          live: false,
          askAgainMs: pauseAfter(now - waiting.waitingSince),
        };
      }
      case 'EXPIRED':
        return { kind: 'busy', session: null, reason: EXPIRED };
      case 'ERROR':
        return containerFailed(container);
      case 'UNREADABLE':
        if (container.error && container.error.class !== 'missing')
          return toOutcome(container.error, session, now);
        return { kind: 'busy', session, reason: container.reason };
    }
  }

  publish({ credentials, signal, held }: PublishJob, { remoteId }: RemoteSession): Promise<Answer> {
    return this.graph.post(
      `${credentials.accountId}/media_publish`,
      credentials.token,
      { creation_id: remoteId },
      signal,
      held,
    );
  }

  async published(
    { credentials, signal }: PublishJob,
    session: RemoteSession,
    json: Record<string, unknown>,
  ): Promise<Outcome> {
    const remoteId = textOf(json.id) ?? session.remoteId;
    const answer = await this.graph.get(remoteId, credentials.token, { fields: 'permalink' }, signal);
    const permalink = answer.kind === 'ok' ? absoluteLink(textOf(answer.json.permalink)) : undefined;
    return { kind: 'published', remoteId, ...(permalink && { permalink }) };
  }

  async read(job: PublishJob, session: RemoteSession): Promise<RemoteState> {
    const container = await this.container(job, session);
    switch (container.code) {
      case 'PUBLISHED': {
        const media = await this.witness(job, session);
        return media.kind === 'live' ? media : { kind: 'live' };
      }
      case 'FINISHED':
        return { kind: 'absent' };
      case 'IN_PROGRESS':
        return { kind: 'working' };
      case 'EXPIRED':
        return { kind: 'expired', reason: EXPIRED };
      case 'ERROR': {
        const media = await this.witness(job, session);
        if (media.kind !== 'absent') return media;
        return {
          kind: 'failed',
          reason: container.reason,
          ...(container.subcode && { code: container.subcode }),
        };
      }
      case 'UNREADABLE':
        return {
          kind: 'unreadable',
          reason: container.reason,
          ...(container.error && { error: container.error }),
        };
    }
  }

  /**
   * The container does not reveal the id of the media that it became, so the media are searched by caption and time.
   */
  async witness(
    { credentials, text, signal, ledger }: PublishJob,
    session: RemoteSession,
  ): Promise<Sighting> {
    const { intentAt = 0 } = session;
    const query = { fields: 'id,caption,permalink,timestamp', limit: MOST_MEDIA };
    const answer = await this.graph.get(`${credentials.accountId}/media`, credentials.token, query, signal);
    if (answer.kind === 'lost') return { kind: 'unreadable', reason: answer.reason };
    if (answer.kind === 'error') return { kind: 'unreadable', reason: answer.reason, error: answer };
    if (!Array.isArray(answer.json.data)) return { kind: 'unreadable', reason: NO_LIST };
    const candidates = (answer.json.data as unknown[])
      .map((each) => asObject(each) ?? {})
      .filter(
        ({ caption, timestamp }) =>
          sameWords(caption, text) && Date.parse(textOf(timestamp) ?? '') >= intentAt - CLOCK_SLACK_MS,
      );
    // Several posts may have the same caption; media that belong to other posts are excluded.
    const taken = await ledger.knownOfOthers(candidates.flatMap(({ id }) => textOf(id) ?? []));
    const media = candidates.find(({ id }) => !taken.has(textOf(id) ?? ''));
    if (!media) return { kind: 'absent' };
    const permalink = absoluteLink(textOf(media.permalink));
    return {
      kind: 'live',
      ...(textOf(media.id) && { remoteId: textOf(media.id) }),
      ...(permalink && { permalink }),
    };
  }

  private async container(
    { credentials, signal }: PublishJob,
    { remoteId }: RemoteSession,
  ): Promise<Container> {
    const query = { fields: 'id,status,status_code,video_status' };
    const answer = await this.graph.get(remoteId, credentials.token, query, signal);
    if (answer.kind === 'lost') return { code: 'UNREADABLE', reason: answer.reason };
    if (answer.kind === 'error') return { code: 'UNREADABLE', reason: answer.reason, error: answer };
    const { status_code: code, status, video_status } = answer.json;
    if (code === 'ERROR') {
      const reason = wordsOf(status) ?? 'Instagram could not use this video.';
      return { code, reason, subcode: numberOf(/error code (\d+)/.exec(reason)?.[1]) };
    }
    if (code !== 'IN_PROGRESS' && code !== 'FINISHED' && code !== 'PUBLISHED' && code !== 'EXPIRED')
      return { code: 'UNREADABLE', reason: 'Instagram did not say how far this video is.' };
    const uploading = asObject(asObject(video_status)?.uploading_phase);
    return {
      code,
      received: numberOf(uploading?.bytes_transferred) ?? numberOf(uploading?.bytes_transfered) ?? 0,
    };
  }

  private async received(job: PublishJob, session: RemoteSession): Promise<number | Outcome> {
    const container = await this.container(job, session);
    switch (container.code) {
      case 'IN_PROGRESS':
        return container.received;
      case 'FINISHED':
      case 'PUBLISHED':
        return job.media.sizeBytes;
      case 'EXPIRED':
        return { kind: 'busy', session: null, reason: EXPIRED };
      case 'ERROR':
        return containerFailed(container);
      case 'UNREADABLE':
        if (container.error?.class === 'missing')
          return { kind: 'busy', session: null, reason: container.reason, code: codesOf(container.error) };
        return toOutcome(
          container.error ?? { kind: 'lost', reached: true, reason: container.reason },
          session,
          this.clock.now(),
        );
    }
  }

  /**
   * Reads Instagram's daily limit, which differs by account. If it is unreadable, the publishing call itself will tell.
   */
  private async quotaUsedUp({ credentials, signal, told }: PublishJob): Promise<Outcome | undefined> {
    const query = { fields: 'config,quota_usage' };
    const answer = await this.graph.get(
      `${credentials.accountId}/content_publishing_limit`,
      credentials.token,
      query,
      signal,
    );
    if (answer.kind !== 'ok') return undefined;
    const first = asObject(
      Array.isArray(answer.json.data) ? (answer.json.data as unknown[])[0] : answer.json,
    );
    const total = numberOf(asObject(first?.config)?.quota_total);
    const used = numberOf(first?.quota_usage);
    if (told && total !== undefined) told.postsPerDay = total;
    if (total === undefined || used === undefined || used < total) return undefined;
    const reason = `Instagram allows ${total} posts in 24 hours for this account, and they are used up.`;
    return { kind: 'account', action: 'wait', session: null, untilMs: this.clock.now() + HOUR_MS, reason };
  }
}

function containerFailed({ reason, subcode }: Extract<Container, { code: 'ERROR' }>): Outcome {
  const worth = ['transient', 'new_session'].includes(classify({ status: 400, subcode }));
  return worth
    ? { kind: 'busy', session: null, reason, code: { subcode } }
    : { kind: 'refused', reason: statusSentence(reason, subcode), code: { code: subcode } };
}
