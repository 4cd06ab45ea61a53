import type { Clock } from '../../../common/time/clock';
import type { Outcome, PublishJob } from '../network';
import type { ErrorClass } from './error-classes';
import type { GraphClient } from './graph-client';
import { asObject, numberOf } from './json';
import { toOutcome } from './outcomes';

const HOUR_MS = 3_600_000;

/**
 * Refusals that would meet the next call as well. Calls while they are limited lengthen the limit (guide "Rate Limits").
 */
const AS_FOR_EVERY_CALL: readonly ErrorClass[] = ['rate_limit', 'blocked', 'token', 'reconnect'];

/**
 * Reads Instagram's daily limit, which differs by account. If it is merely unreadable, the publishing call itself will
 * tell.
 */
export async function limitUsedUp(
  graph: GraphClient,
  clock: Clock,
  { credentials, signal, told }: PublishJob,
): Promise<Outcome | undefined> {
  const query = { fields: 'config,quota_usage' };
  const list = `${credentials.accountId}/content_publishing_limit`;
  const answer = await graph.get(list, credentials.token, query, signal);
  if (answer.kind === 'error' && AS_FOR_EVERY_CALL.includes(answer.class))
    return toOutcome(answer, null, clock.now());
  if (answer.kind !== 'ok') return undefined;
  const first = asObject(Array.isArray(answer.json.data) ? (answer.json.data as unknown[])[0] : answer.json);
  const total = numberOf(asObject(first?.config)?.quota_total);
  const used = numberOf(first?.quota_usage);
  if (told && total !== undefined) told.postsPerDay = total;
  if (total === undefined || used === undefined || used < total) return undefined;
  const reason = `Instagram allows ${total} posts in 24 hours for this account, and they are used up.`;
  return { kind: 'account', action: 'wait', session: null, untilMs: clock.now() + HOUR_MS, reason };
}
