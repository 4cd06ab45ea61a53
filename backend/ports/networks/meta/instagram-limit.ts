import type { Clock } from '../../../common/time/clock';
import type { Outcome, PublishJob } from '../network';
import type { GraphClient } from './graph-client';
import { asObject, numberOf } from './json';

const HOUR_MS = 3_600_000;

/** Reads Instagram's daily limit, which differs by account. If it is unreadable, the publishing call itself will tell. */
export async function limitUsedUp(
  graph: GraphClient,
  clock: Clock,
  { credentials, signal, told }: PublishJob,
): Promise<Outcome | undefined> {
  const query = { fields: 'config,quota_usage' };
  const list = `${credentials.accountId}/content_publishing_limit`;
  const answer = await graph.get(list, credentials.token, query, signal);
  if (answer.kind !== 'ok') return undefined;
  const first = asObject(Array.isArray(answer.json.data) ? (answer.json.data as unknown[])[0] : answer.json);
  const total = numberOf(asObject(first?.config)?.quota_total);
  const used = numberOf(first?.quota_usage);
  if (told && total !== undefined) told.postsPerDay = total;
  if (total === undefined || used === undefined || used < total) return undefined;
  const reason = `Instagram allows ${total} posts in 24 hours for this account, and they are used up.`;
  return { kind: 'account', action: 'wait', session: null, untilMs: clock.now() + HOUR_MS, reason };
}
