import type { Answer } from './graph-client';

/** `success: false` in a 200 says nothing about why; it is in doubt like a server's fault. */
export function failedWithoutReason(answer: Answer): Answer {
  if (answer.kind !== 'ok' || answer.json.success !== false) return answer;
  return { kind: 'error', class: 'transient', status: 200, reason: 'The network answered without success.' };
}
