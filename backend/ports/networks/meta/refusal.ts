import type { Verification } from '../network';
import type { Answer, MetaError } from './graph-client';
import { sentenceOf } from './error-sentences';
import type { Passing } from './managed-pages';

export type Refusal = Extract<Verification, { kind: 'refused' | 'not now' | 'unreachable' }>;

type Lost = Extract<Answer, { kind: 'lost' }>;

type Field = Extract<Verification, { kind: 'refused' }>['field'];

export const refused = (field: Field, reason: string): Refusal => ({ kind: 'refused', field, reason });

/**
 * What an answer means that says nothing about the token. Limits and blocks are Meta's answer to this very token, which
 * its owner can bring about: they are not a network that cannot be reached.
 */
export const undecided = (answer: Passing | Lost): Refusal =>
  answer.kind === 'lost' || answer.class === 'transient'
    ? { kind: 'unreachable', reason: answer.reason }
    : { kind: 'not now', reason: withCodes(answer) };

export const isRefusedToken = (answer: Answer): answer is MetaError & { class: 'token' | 'reconnect' } =>
  answer.kind === 'error' && ['token', 'reconnect'].includes(answer.class);

/** Plain words, Meta's words and Meta's numbers. */
export function withCodes(error: MetaError): string {
  const { code, subcode } = error;
  const reason = sentenceOf(error);
  if (code === undefined) return reason;
  return `${reason} (Meta error ${code}${subcode === undefined ? '' : `/${subcode}`})`;
}
