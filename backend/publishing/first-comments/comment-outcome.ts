import type { Row } from '../../database/tables';
import type { CommentOutcome, CommentSession } from '../../ports/networks/first-comment';
import { failureText } from '../publisher/failure-text';
import type { StepEnd } from './comment-claims';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Pause after the first, second, … try. One failure more and the comment has failed: five tries in 24 hours. */
const PAUSES_MS = [MINUTE, 15 * MINUTE, 3 * HOUR, 12 * HOUR];

/** The first reading after an answer was lost: most comments are there. */
const LOOK_MS = 5 * SECOND;

const GIVEN_UP_AFTER_MS = 24 * HOUR;

const USED_UP = 'All tries are used up. Try it again later.';
const IN_DOUBT = 'It may have been posted all the same; look at the post before you try again.';
const TOO_LATE = 'It could not be posted within 24 hours.';

export const mayTry = ({ tries }: Pick<Row<'posts'>, 'tries'>): boolean => tries <= PAUSES_MS.length;

type Change = Partial<Row<'posts'>>;

/** The columns after an outcome. Each of them leads to an end within a day, and never touches the post's own status. */
export function columnsAfter(
  outcome: Exclude<CommentOutcome, { kind: 'signed out' }>,
  post: Pick<Row<'posts'>, 'tries' | 'first_comment_error'>,
  now: number,
): Change {
  switch (outcome.kind) {
    case 'posted':
      return {
        first_comment_status: 'posted',
        first_comment_error: null,
        first_comment_session: null,
        first_comment_due_at: null,
      };
    case 'absent':
      return failed(outcome.session, post.first_comment_error ?? USED_UP);
    case 'refused': {
      const { session, reason, code } = outcome;
      return failed(session, failureText(reason, code, session.intentAt === undefined ? '' : IN_DOUBT));
    }
    case 'later':
      return postponed(outcome, post, now);
  }
}

/** The account or the token cannot be used for now. Costs no try. */
export const waiting = (session: CommentSession, reason: string, afterMs: number, now: number): Change =>
  later(session, failureText(reason, undefined, ''), now + afterMs, now);

function postponed(
  { session, tried, afterMs, reason, code }: Extract<CommentOutcome, { kind: 'later' }>,
  post: Pick<Row<'posts'>, 'tries' | 'first_comment_error'>,
  now: number,
): Change {
  const isUnknown = session.intentAt !== undefined;
  if (!tried) return later(session, post.first_comment_error ?? null, now + (afterMs ?? MINUTE), now);
  const tries = post.tries + 1;
  const pause = PAUSES_MS[tries - 1];
  const text = failureText(reason, code, pause === undefined && !isUnknown ? USED_UP : '');
  if (pause === undefined && !isUnknown) return failed(session, text);
  const notBefore = now + Math.max(pause ?? 0, afterMs ?? 0);
  const lookAt = isUnknown ? now + (afterMs ?? LOOK_MS) : notBefore;
  return { tries, ...later({ ...session, notBefore }, text, lookAt, now) };
}

/** At the end of the day it is looked at once more, and then it has failed. */
function later(session: CommentSession, text: string | null, at: number, now: number): Change {
  const end = session.since + GIVEN_UP_AFTER_MS;
  if (now >= end)
    return failed(
      session,
      [TOO_LATE, text, session.intentAt !== undefined && IN_DOUBT].filter(Boolean).join(' '),
    );
  return {
    first_comment_error: text,
    first_comment_session: JSON.stringify(session),
    first_comment_due_at: Math.min(at, end),
  };
}

const failed = (session: CommentSession, text: string): Change => ({
  first_comment_status: 'failed',
  first_comment_error: text,
  first_comment_session: JSON.stringify(session),
  first_comment_due_at: null,
});

/** The end of a step for the ledger. */
export function stepEnd(outcome: CommentOutcome): StepEnd {
  const { code, subcode, traceId } = ('code' in outcome && outcome.code) || {};
  const isUnknown = 'session' in outcome && outcome.session.intentAt !== undefined;
  return {
    outcome: outcome.kind === 'posted' ? 'done' : isUnknown ? 'unknown' : 'failed',
    message: 'reason' in outcome ? outcome.reason : null,
    code: code ?? null,
    subcode: subcode ?? null,
    trace_id: traceId ?? null,
    remote_id: outcome.kind === 'posted' ? (outcome.remoteId ?? null) : null,
  };
}
