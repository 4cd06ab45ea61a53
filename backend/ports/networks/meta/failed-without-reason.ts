import type { Answer } from './graph-client';

/** `success: false` in a 200 gives no reason, so the call is in doubt as after a server error. */
export function failedWithoutReason(answer: Answer): Answer {
  if (answer.kind !== 'ok' || answer.json.success !== false) return answer;
  return { kind: 'error', class: 'transient', status: 200, reason: 'The network answered without success.' };
}
