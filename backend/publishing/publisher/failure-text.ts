import type { MetaCode } from '../../ports/networks/network';

const TRY_AGAIN = 'Retry it when you have mended this, or upload another file.';
const TRY_AGAIN_WITHOUT_FILE = 'Retry it when you have mended this.';
export const USED_UP = 'All tries are used up. Retry it later.';
export const INTERRUPTED = 'Something went wrong here while this was posted';

/** Why a post failed. `usedUp`: it was tried as often as it may be. */
export interface Failure {
  reason: string;
  code?: MetaCode;
  usedUp?: boolean;
}

const A_SENTENCE_ENDS = /[.!?]$/;

/** The text of a failed post: the reason in plain words, Meta's code, and what to do. */
export function failureText(reason: string, code: MetaCode | undefined, advice: string): string {
  const sentence = A_SENTENCE_ENDS.test(reason) ? reason : `${reason}.`;
  const numbers =
    code?.code === undefined
      ? ''
      : ` (Meta error ${code.code}${code.subcode === undefined ? '' : `/${code.subcode}`})`;
  return `${sentence}${numbers}${advice ? ` ${advice}` : ''}`;
}

/** What the user of a failed post reads. */
export function textOfFailure({ reason, code, usedUp = false }: Failure, hasFiles: boolean): string {
  const tryAgain = hasFiles ? TRY_AGAIN : TRY_AGAIN_WITHOUT_FILE;
  return failureText(reason, code, usedUp ? USED_UP : code ? tryAgain : '');
}

/** Without the time, which people read in their own zone beside it. */
export const missedText = (missedAfterMs: number): string =>
  `Missed: it could not be posted within ${spanText(missedAfterMs)} of its time. Check that its account is connected and your plan is active. Then retry to post it now, or reschedule it afterwards.`;

export const missedWithoutAccountText = (missedAfterMs: number): string =>
  `Missed: it had no account at its time, nor within ${spanText(missedAfterMs)} of it. Move it to unscheduled, choose an account for it, then reschedule it.`;

/** '24 hours', '90 minutes', '1 hour'. */
function spanText(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  const [count, unit] = minutes % 60 === 0 ? [minutes / 60, 'hour'] : [minutes, 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
