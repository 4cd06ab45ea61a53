import { createServer, type ServerResponse } from 'node:http';
import SqliteHandle from 'better-sqlite3';
import { createPool, type RowDataPacket } from 'mysql2/promise';

/**
 * What the list is held against: the same JSON from the same tables by the same two statements, and nothing else. It
 * believes whoever says who they are, signs nothing and takes only what the benchmark sends.
 */
const PER_PAGE = 15;
const COLUMNS = `id, kind, network, format, group_id, draft, title, description, status, file_key, poster_key, scheduled_for,
  due_at, created_at, upload_error, dismissed_at, published_at, permalink, posted_text, size_bytes, width, height, duration_ms, shared_video_id,
  link, first_comment, first_comment_status, first_comment_error`;
const COUNT = 'SELECT COUNT(*) AS total FROM posts WHERE user_id = ? AND kind = ?';
const ROWS = `SELECT ${COLUMNS} FROM posts WHERE user_id = ? AND kind = ? ORDER BY id DESC LIMIT ? OFFSET ?`;

/** As long as a signature. */
const QUERY = `?expires=1790000000&signature=${'0'.repeat(43)}`;

type Row = Record<string, string | number | null>;
type Ask = (userId: number, offset: number) => Promise<{ rows: Row[]; total: number }>;

const source = process.argv[2]!;
const ask = source.startsWith('mariadb://') ? askMariadb(source) : askSqlite(source);

createServer((request, response) => {
  const [, user, page] = /^\/(\d+)\?page=(\d+)$/.exec(request.url ?? '') ?? [];
  if (user === undefined) {
    response.end();
    return;
  }
  ask(Number(user), (Number(page) - 1) * PER_PAGE).then(
    (found) => answer(response, found, Number(page)),
    () => response.destroy(),
  );
}).listen(Number(process.env.PORT), '127.0.0.1');

function askSqlite(file: string): Ask {
  const handle = new SqliteHandle(file);
  const [count, rows] = [handle.prepare(COUNT), handle.prepare(ROWS)];
  return (userId, offset) => {
    const { total } = count.get(userId, 'video') as { total: number };
    return Promise.resolve({ rows: rows.all(userId, 'video', PER_PAGE, offset) as Row[], total });
  };
}

function askMariadb(uri: string): Ask {
  const pool = createPool({ uri, connectionLimit: 10, supportBigNumbers: true });
  return async (userId, offset) => {
    const [[first]] = await pool.query<RowDataPacket[]>(COUNT, [userId, 'video']);
    const [rows] = await pool.query<RowDataPacket[]>(ROWS, [userId, 'video', PER_PAGE, offset]);
    return { rows: rows, total: first!.total as number };
  };
}

function answer(
  response: ServerResponse,
  { rows, total }: { rows: Row[]; total: number },
  page: number,
): void {
  const last = Math.max(1, Math.ceil(total / PER_PAGE));
  const url = (n: number) => `/api/videos?page=${n}`;
  const text = JSON.stringify({
    data: rows.map(view),
    current_page: page,
    last_page: last,
    per_page: PER_PAGE,
    total,
    from: (page - 1) * PER_PAGE + 1,
    to: (page - 1) * PER_PAGE + rows.length,
    prev_page_url: page > 1 ? url(page - 1) : null,
    next_page_url: page < last ? url(page + 1) : null,
  });
  response
    .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
    .end(text);
}

const instant = (value: string | number | null | undefined) =>
  value === null || value === undefined ? null : new Date(Number(value)).toISOString();

const view = (row: Row) => ({
  id: row.id,
  kind: row.kind,
  network: row.network,
  format: row.format,
  group_id: row.group_id,
  draft: row.draft,
  // The posts of the benchmark wait for an account.
  account: null,
  title: row.title,
  description: row.description,
  status: row.status,
  file_path: row.file_key && `${row.file_key}${QUERY}`,
  thumbnail_path: row.poster_key && `${row.poster_key}${QUERY}`,
  scheduled_for: instant(row.scheduled_for),
  // They are published.
  position: null,
  next_at: null,
  next_why: null,
  created_at: instant(row.created_at),
  upload_error: row.upload_error,
  dismissed_at: instant(row.dismissed_at),
  published_at: instant(row.published_at),
  permalink: row.permalink,
  posted_text: row.posted_text,
  size_bytes: Number(row.size_bytes),
  width: row.width,
  height: row.height,
  duration_ms: row.duration_ms,
  shared_video_id: row.shared_video_id,
  category_id: null,
  category: null,
  media: [
    {
      // Of a file that came with its post.
      media_id: null,
      type: 'video',
      alt_text: null,
      file_path: row.file_key && `${row.file_key}${QUERY}`,
      thumbnail_path: row.poster_key && `${row.poster_key}${QUERY}`,
      size_bytes: Number(row.size_bytes),
      width: row.width,
      height: row.height,
      duration_ms: row.duration_ms,
    },
  ],
  cover: null,
  link: row.link,
  first_comment: row.first_comment,
  first_comment_status: row.first_comment_status,
  first_comment_error: row.first_comment_error,
});
