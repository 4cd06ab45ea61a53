import type { Simulation } from '../simulation';

/** What holds at every instant, because it changes in one unit. */
export function invariants(simulation: Simulation): void {
  const users = simulation.tables.all<Record<'id' | 'tasks' | 'storage' | 'open' | 'bytes', number>>(
    `SELECT q.user_id AS id, q.tasks_used AS tasks, q.storage_used AS storage,
            (SELECT COUNT(*) FROM posts p WHERE p.user_id = q.user_id
                AND p.status IN ('pending', 'scheduled', 'processing', 'uploaded')) AS open,
            (SELECT COALESCE(SUM(p.size_bytes), 0) FROM posts p WHERE p.user_id = q.user_id AND p.file_key IS NOT NULL)
              + (SELECT COALESCE(SUM(m.held_bytes), 0) FROM media m WHERE m.user_id = q.user_id) AS bytes
       FROM quota_usage q`,
  );
  const networks = simulation.tables.all<Record<'id' | 'defaults', number> & { network: string }>(
    `SELECT user_id AS id, network, SUM(COALESCE(is_default, 0)) AS defaults FROM accounts
      WHERE removed_at = 0 GROUP BY user_id, network HAVING defaults <> 1`,
  );
  for (const { id, network, defaults } of networks)
    simulation.report(
      `defaults: user ${id} has accounts on ${network}, of which ${defaults} are the default`,
    );
  const [hasty] = simulation.tables.all<{ id: number; status: string }>(
    "SELECT id, status FROM posts WHERE first_comment_status IS NOT NULL AND status <> 'published' LIMIT 1",
  );
  if (hasty) simulation.report(`comment changed its post: ${hasty.id} is ${hasty.status}`);
  for (const { id, tasks, storage, open, bytes } of users) {
    if (tasks !== open)
      simulation.report(`quota: user ${id} is charged ${tasks} tasks and has ${open} open items`);
    if (storage !== bytes)
      simulation.report(`quota: user ${id} is charged ${storage} bytes and holds ${bytes}`);
  }
}
