import { sql } from 'kysely';
import type { Database } from '../../database/database';
import { prepared } from '../../database/prepared';
import { postsOf } from './post-ref';
import type { ShownPost } from './post.view';

/** The columns that the API shows. */
export const SHOWN = [
  ...([
    'id',
    'account_id',
    'kind',
    'network',
    'format',
    'group_id',
    'draft',
    'title',
    'description',
    'status',
    'scheduled_for',
    'due_at',
    'file_key',
    'poster_key',
    'size_bytes',
  ] as const),
  ...([
    'width',
    'height',
    'duration_ms',
    'upload_error',
    'posted_text',
    'permalink',
    'published_at',
    'published_on',
  ] as const),
  ...(['shared_video_id', 'created_at', 'dismissed_at'] as const),
  ...(['alt_text', 'link', 'cover_at_ms', 'cover_key'] as const),
  ...(['first_comment', 'first_comment_status', 'first_comment_error'] as const),
];

/**
 * The posts of a user, on one account or on all. By the plain column, SQLite would read all posts of the account instead
 * of those that another index has in order.
 */
export const postsOn = (userId: number, accountId: number | undefined) =>
  postsOf(userId).$if(accountId !== undefined, (posts) =>
    posts.where(({ fn, lit }) => fn.coalesce('account_id', lit(0)), '=', accountId ?? 0),
  );

/** So many rows are read without anybody noticing. */
const A_PIECE = 500;

/** What a window finds its posts by: their own time, or when they went out if they had none. */
const TIMES = ['scheduled_for', 'published_at'] as const;

/** `at` and `id`: of the post behind which the piece begins. */
type Piece = { userId: number; at: number; id: number; end: number };

function pieceOf({ userId, at, id, end }: Piece, time: (typeof TIMES)[number], accountId?: number) {
  const posts = postsOn(userId, accountId)
    .select(SHOWN)
    .where(time, '>=', at)
    .where(time, '<', end)
    .where((post) => post.or([post(time, '>', at), post('id', '>', id)]))
    .orderBy(time)
    .orderBy('id')
    .limit(A_PIECE);
  if (time === 'scheduled_for') return posts;
  // By the plain column, SQLite would read all posts of the user without a time.
  return posts.where('status', '=', 'published').where(sql<number>`COALESCE(scheduled_for, 0)`, '=', 0);
}

type PieceOn = Piece & { accountId: number };

const PIECES = TIMES.map((time) => ({
  time,
  ofAll: prepared((piece: Piece) => pieceOf(piece, time)),
  ofOne: prepared((piece: PieceOn) => pieceOf(piece, time, piece.accountId)),
}));

interface Window {
  userId: number;
  start: number;
  end: number;
  accountId?: number;
}

/** The posts of a window in pieces, however many they are. Nothing outside the window is read. */
export async function* postsInWindow(
  db: Database,
  { userId, start, end, accountId }: Window,
): AsyncGenerator<ShownPost[]> {
  for (const { time, ofAll, ofOne } of PIECES) {
    let last: ShownPost | undefined;
    do {
      const piece = { userId, at: last?.[time] ?? start, id: last?.id ?? 0, end };
      const posts = await db.rows(accountId === undefined ? ofAll(piece) : ofOne({ ...piece, accountId }));
      if (posts.length > 0) yield posts;
      last = posts.length < A_PIECE ? undefined : posts.at(-1);
    } while (last);
  }
}
