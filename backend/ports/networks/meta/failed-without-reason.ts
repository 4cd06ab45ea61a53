import type { Answer } from './graph-client';
import { textOf } from './json';

/** `success: false` in a 200 gives no reason, so the call is in doubt as after a server error. */
export function failedWithoutReason(answer: Answer): Answer {
  return answer.kind === 'ok' && answer.json.success === false
    ? inDoubt('The network answered without success.')
    : answer;
}

/** Of a call whose answer names what it made: one that neither does so nor says `success: true` is in doubt as well. */
export function failedWithoutId(answer: Answer): Answer {
  const isSilent =
    answer.kind === 'ok' && answer.json.success === undefined && textOf(answer.json.id) === undefined;
  return isSilent ? inDoubt('The network did not name what was posted.') : failedWithoutReason(answer);
}

const inDoubt = (reason: string): Answer => ({ kind: 'error', class: 'transient', status: 200, reason });
