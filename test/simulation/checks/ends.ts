import { hasCommentsUnderWay } from './comments';
import type { Simulation } from '../simulation';

interface Row {
  id: number;
  user_id: number;
  kind: string;
  network: string;
  status: string;
  draft: number;
  scheduled_for: number | null;
  due_at: number | null;
  locked_by: string | null;
  created_at: number;
  file_key: string | null;
  shared_video_id: number | null;
  upload_error: string | null;
  connected: number;
  paused_reason: string | null;
  resumes_at: number | null;
  plans: number;
  frequency_ms: number;
  last_published: number | null;
}

/** How late what the screen foresees may be. */
const GRACE_MS = 15 * 60_000;

/** These words say that nobody knows; everything else that calls itself failed is not public. */
export const IN_DOUBT = /could not be confirmed|check your page|may have gone out/i;

function rowsOf({ tables, scheduler }: Simulation): Row[] {
  const now = Math.floor(scheduler.now);
  return tables.all<Row>(
    `SELECT p.*, a.id IS NOT NULL AND a.removed_at = 0 AS connected, a.paused_reason, a.resumes_at,
            (SELECT COUNT(*) FROM subscriptions s WHERE s.user_id = p.user_id AND s.ended_at IS NULL
                AND s.starts_at <= ? AND s.expires_at > ?) AS plans,
            60000 * CASE p.kind WHEN 'photo' THEN a.photo_upload_frequency ELSE a.upload_frequency END AS frequency_ms,
            (SELECT MAX(o.published_at) FROM posts o WHERE o.account_id = p.account_id AND o.kind = p.kind AND o.status = 'published') AS last_published
       FROM posts p LEFT JOIN accounts a ON a.id = p.account_id`,
    now,
    now,
  );
}

/** Why an item waits, as its owner can see it; undefined while something is still to come by itself. */
function reasonOf(row: Row, now: number): string | undefined {
  if (row.status === 'published' || row.status === 'failed') return row.status;
  if (row.status === 'pending' && row.draft) return 'draft';
  // Of a process that died it is the owner until somebody may claim it: that is nobody while the account is paused.
  if (row.locked_by !== null && (row.due_at ?? 0) > now) return undefined;
  if (!row.connected) return 'not connected';
  if (row.paused_reason !== null && row.resumes_at === null) return 'paused';
  if (row.status !== 'pending') return undefined;
  if (!row.plans) return 'no plan';
  if (row.due_at !== null || row.paused_reason !== null) return undefined;
  const slot = Math.max(row.created_at, row.last_published ?? 0) + row.frequency_ms;
  return slot > now - GRACE_MS ? 'frequency' : undefined;
}

/** Nothing happens any more unless a user does something, or much later. */
export function isAtRest(simulation: Simulation): boolean {
  const now = simulation.scheduler.now;
  return (
    rowsOf(simulation).every((row) => reasonOf(row, now) !== undefined) && !hasCommentsUnderWay(simulation)
  );
}

/** Files that no row names. One that cannot be read cannot be swept either. */
export function orphans({ tables, disk }: Simulation): string[] {
  const rows = tables.all<{ file_key: string }>(
    `SELECT file_key FROM posts UNION SELECT cover_key FROM posts UNION SELECT file_key FROM post_media
      UNION SELECT file_key FROM media UNION SELECT file_key FROM shared_videos`,
  );
  const keys = new Set(rows.map(({ file_key }) => file_key));
  return [...disk.files.keys()].filter((key) => !keys.has(key) && !disk.broken.has(key));
}

/** How many items are still to be deleted with their removed accounts. */
export function onRemovedAccounts({ tables }: Simulation): number {
  const [found] = tables.all<{ count: number }>(
    `SELECT COUNT(*) AS count FROM posts p JOIN accounts a ON a.id = p.account_id
      WHERE p.status = 'pending' AND a.removed_at > 0`,
  );
  return found?.count ?? 0;
}

/** Meta accepted it, and refused it once its account was replaced, when nobody could read of it any more. */
function fellAfterwards({ tables, meta }: Simulation, { id }: Row): boolean {
  const [accepted] = tables.all<{ remote_id: string }>(
    `SELECT remote_id FROM publish_steps WHERE post_id = ? AND step = 'read back'
        AND message LIKE 'It was accepted and published on the account that was connected before;%'`,
    id,
  );
  const video = accepted?.remote_id ?? '';
  const isRejected = meta.world.store.read(video, 'processing')?.rejection !== undefined;
  return isRejected && meta.world.finished(video) !== undefined;
}

/** How the ledger says that the item ended. */
function lastOutcome({ tables }: Simulation, { id }: Row): string | null | undefined {
  return tables.all<{ outcome: string | null }>(
    'SELECT outcome FROM publish_steps WHERE post_id = ? ORDER BY id DESC LIMIT 1',
    id,
  )[0]?.outcome;
}

/** Every item has ended, or waits for a reason; what the rows say is what is public, and their bytes are there. */
export function ends(simulation: Simulation): void {
  const { scheduler, disk, meta, intents, requests } = simulation;
  const publicPosts = new Set(meta.publications.map((each) => intents.of(each, meta.publications)?.post.id));
  for (const row of rowsOf(simulation)) {
    const isPublic = publicPosts.has(row.id);
    const name = `post ${row.id} (${row.kind}, ${row.status})`;
    if (reasonOf(row, scheduler.now) === undefined)
      simulation.report(`no end: ${name} is neither published nor failed, and nothing says why`);
    if (row.status === 'published' && !isPublic && !fellAfterwards(simulation, row))
      simulation.report(`not public: ${name}`);
    if (row.status === 'failed' && !/[.!?)]$/.test(row.upload_error ?? ''))
      simulation.report(`no sentence: ${name} says '${String(row.upload_error)}'`);
    if (row.status === 'failed' && lastOutcome(simulation, row) !== 'failed')
      simulation.report(`no failed step: ${name} has a history that ends otherwise`);
    if (row.status === 'failed' && isPublic && !IN_DOUBT.test(row.upload_error ?? ''))
      simulation.report(`public all the same: ${name} says '${String(row.upload_error)}'`);
    if (row.file_key === null) continue;
    if (!disk.files.has(row.file_key)) simulation.report(`no bytes: ${name} has lost its file`);
  }
  const lost = onRemovedAccounts(simulation);
  if (lost > 0) simulation.report(`left behind: ${lost} items wait on removed accounts`);
  const left = orphans(simulation).length;
  if (left > 0) simulation.report(`no row: ${left} files that nobody knows`);
  const silent = requests.unanswered();
  if (silent.length) simulation.report(`no answer: to ${silent.map(({ by }) => `#${by}`).join()}`);
}
