import type { CommentSession } from '../../ports/networks/first-comment';
import type { Claim } from '../publisher/claims';
import type { RemoteSession, SentPost } from '../../ports/networks/network';
import type { Row } from '../../database/tables';

type Columns = Partial<Row<'posts'>>;

export const sessionOf = ({ first_comment_session: session }: Row<'posts'>): CommentSession =>
  JSON.parse(session ?? '{}') as CommentSession;

/** What a post on Instagram is found by of which no more is known than its container. */
export function unnamed({
  network,
  remote_id,
  remote_session,
  posted_text,
}: Row<'posts'>): SentPost | undefined {
  if (network !== 'instagram') return undefined;
  const {
    remoteId,
    protocol = '',
    intentAt = 0,
  } = JSON.parse(remote_session ?? '{}') as Partial<RemoteSession>;
  return remoteId === remote_id ? { protocol, text: posted_text ?? '', intentAt } : undefined;
}

/**
 * With these columns the first comment of a post begins, in the unit that publishes the post. After a restore it may
 * have been posted with the post, so it is looked for first.
 */
export function beginning({ post, remoteId }: Claim, now: number): Columns {
  if (post.first_comment === null) return {};
  const { restored } = JSON.parse(post.remote_session ?? '{}') as Partial<RemoteSession>;
  return due({ accountId: remoteId, since: now, ...(restored && { intentAt: restored.since }) }, now);
}

/** Of a comment that its owner tries again. What may have been posted before is looked for first. */
export function beginningAgain({ accountId, intentAt }: CommentSession, now: number): Columns {
  return due({ accountId, since: now, intentAt }, now);
}

/** As if it had just been sent, and the answer lost: it is looked for before anything is sent. */
export const unseen = (session: CommentSession, sentAt: number): CommentSession => ({
  ...session,
  intentAt: session.intentAt ?? sentAt,
  absentSince: undefined,
  absentSeen: undefined,
});

/** After the clock was set back: tried for no longer than if it had begun now, and not held back until a wrong time. */
export const notAhead = (session: CommentSession, now: number): CommentSession => ({
  ...session,
  since: Math.min(session.since, now),
  ...(session.notBefore !== undefined && { notBefore: Math.min(session.notBefore, now) }),
});

const due = (session: CommentSession, now: number): Columns => ({
  first_comment_status: 'waiting',
  first_comment_error: null,
  first_comment_session: JSON.stringify(session),
  first_comment_due_at: now,
  tries: 0,
});
