import { insertStatement, type Database, type Statement } from '../../database/database';
import { prepared } from '../../database/prepared';
import { query, type Row } from '../../database/tables';
import type { Claim } from './claims';
import { failureText, USED_UP, type Failure } from './failure-text';

/**
 * The line of the ledger that says why a post failed where no call of its own does: it was missed, or rejected long after
 * the last call. It belongs in the unit that fails the post. The publisher decides nothing by it.
 */
export function failedStep(
  { id, fence }: Pick<Row<'posts'>, 'id' | 'fence'>,
  { reason, code, usedUp }: Failure,
  now: number,
): Statement {
  const step = {
    post_id: id,
    fence,
    step: 'result',
    outcome: 'failed',
    message: usedUp ? failureText(reason, undefined, USED_UP) : reason,
    ...numbersOf(code),
    started_at: now,
    finished_at: now,
  };
  return insertStatement('publish_steps', [step]);
}

/** Whether the last call of the claim was refused for this very reason, so that the ledger tells of it already. */
export async function isInLedger(
  db: Database,
  { post, fence }: Pick<Claim, 'post' | 'fence'>,
  { reason, code }: Failure,
): Promise<boolean> {
  const last = await db.row(LAST_STEP({ id: post.id, fence }));
  if (last?.outcome !== 'failed' || last.message === null) return false;
  const numbers = numbersOf(code);
  const isSameAnswer =
    last.code === numbers.code && last.subcode === numbers.subcode && last.trace_id === numbers.trace_id;
  // A call is noted in the network's own words, and the reason quotes them.
  return isSameAnswer && reason.includes(last.message);
}

const numbersOf = (code: Failure['code']) => ({
  code: code?.code ?? null,
  subcode: code?.subcode ?? null,
  trace_id: code?.traceId ?? null,
});

const LAST_STEP = prepared(({ id, fence }: { id: number; fence: number }) =>
  query
    .selectFrom('publish_steps')
    .select(['outcome', 'message', 'code', 'subcode', 'trace_id'])
    .where('post_id', '=', id)
    .where('fence', '=', fence)
    .orderBy('id', 'desc')
    .limit(1),
);
