import type { Verification } from '../network';
import type { Answer, MetaError } from './graph-client';
import { sentenceOf } from './error-sentences';

export type Refusal = Extract<Verification, { kind: 'refused' | 'unreachable' }>;

type Field = Extract<Verification, { kind: 'refused' }>['field'];

export const refused = (field: Field, reason: string): Refusal => ({ kind: 'refused', field, reason });

export const unreachable = (answer: { reason: string }): Refusal => ({
  kind: 'unreachable',
  reason: answer.reason,
});

export const isRefusedToken = (answer: Answer): answer is MetaError & { class: 'token' | 'reconnect' } =>
  answer.kind === 'error' && ['token', 'reconnect'].includes(answer.class);

/** Plain words, Meta's words and Meta's numbers. */
export function withCodes(error: MetaError): string {
  const { code, subcode } = error;
  const reason = sentenceOf(error);
  if (code === undefined) return reason;
  return `${reason} (Meta error ${code}${subcode === undefined ? '' : `/${subcode}`})`;
}
