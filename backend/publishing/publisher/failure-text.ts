import type { MetaCode } from '../../ports/networks/network';

export const TRY_AGAIN = 'Retry it when you have mended this, or upload another file.';
export const USED_UP = 'All tries are used up. Retry it later.';
export const INTERRUPTED = 'Something went wrong here while this was posted';

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

export const missedText = (scheduledFor: number, missedAfterMs: number): string =>
  `Missed: it was due at ${new Date(scheduledFor).toISOString()} and could not be posted within ${Math.round(missedAfterMs / 60_000)} minutes. Retry to post it now, or reschedule it afterwards.`;
