import { EventLoopShare } from '../../common/limits/event-loop-share';
import type { Database } from '../../database/database';
import { prepared } from '../../database/prepared';
import { query, type Query } from '../../database/tables';
import { mayBeQueued, OPEN_COLUMNS, type OpenPost } from './open-posts';
import { OPEN, UNDER_WAY } from '../posts/post-status';

/** So many rows are read without anybody noticing. */
const A_PIECE = 1_000;

/** The open posts of these accounts, without drafts. Others have their turns while many are read. */
export async function openPostsOf(db: Database, accountIds: number[]): Promise<OpenPost[]> {
  const open = () => openPosts().where('account_id', 'in', accountIds);
  const [first, ...others] = accountIds;
  const isOne = first !== undefined && others.length === 0;
  const few = isOne ? FEW_OF_ACCOUNT({ accountId: first }) : open().limit(A_PIECE);
  return allOf(db, { few, open }, async (add) => {
    for (const accountId of accountIds) {
      await eachPiece((last) => db.rows(UNTIMED({ accountId, after: last?.id ?? 0 })), add);
      await eachPiece((last) => db.rows(TIMED({ accountId, at: last?.due_at ?? 0, id: last?.id ?? 0 })), add);
    }
  });
}

/** The same of a user: also those that wait for an account. */
export async function openPostsOfUser(db: Database, userId: number): Promise<OpenPost[]> {
  const open = () => openPosts().where('user_id', '=', userId);
  return allOf(db, { few: open().limit(A_PIECE), open }, (add) =>
    eachPiece((last) => db.rows(PENDING_OF_USER({ userId, after: last?.id ?? 0 })), add),
  );
}

type Add = (posts: OpenPost[]) => Promise<void>;

/**
 * All posts at once if they are few, else those that are pending in pieces. What is under way is read before and after
 * them: a post that begins meanwhile, or that its publisher gives back, would be missed.
 */
async function allOf(
  db: Database,
  { few, open }: { few: Query<OpenPost>; open: () => ReturnType<typeof openPosts> },
  readPending: (add: Add) => Promise<void>,
): Promise<OpenPost[]> {
  const first = await db.rows(few);
  if (first.length < A_PIECE) return first;
  const underWay = open().where('status', 'in', UNDER_WAY);
  const found = new Map<number, OpenPost>();
  const eventLoop = new EventLoopShare();
  const add: Add = (posts) => {
    for (const post of posts) found.set(post.id, post);
    return eventLoop.share();
  };
  await add(await db.rows(underWay));
  await readPending(add);
  await add(await db.rows(underWay));
  return [...found.values()];
}

/** Each piece begins behind the last post of the one before. */
async function eachPiece(read: (last: OpenPost | undefined) => Promise<OpenPost[]>, add: Add): Promise<void> {
  for (let last: OpenPost | undefined; ;) {
    const piece = await read(last);
    await add(piece);
    last = piece.at(-1);
    if (piece.length < A_PIECE) return;
  }
}

const openPosts = () =>
  query
    .selectFrom('posts')
    .select(OPEN_COLUMNS)
    .where('status', 'in', OPEN)
    .where('draft', '=', 0)
    .where(mayBeQueued);

const FEW_OF_ACCOUNT = prepared(({ accountId }: { accountId: number }) =>
  openPosts().where('account_id', '=', accountId).limit(A_PIECE),
);

const pendingPosts = () =>
  query
    .selectFrom('posts')
    .select(OPEN_COLUMNS)
    .where('status', '=', 'pending')
    .where('draft', '=', 0)
    .where(mayBeQueued)
    .limit(A_PIECE);

/** Each piece is found in the index behind the one before. */
const UNTIMED = prepared(({ accountId, after }: { accountId: number; after: number }) =>
  pendingPosts()
    .where('account_id', '=', accountId)
    .where('due_at', 'is', null)
    .where('id', '>', after)
    .orderBy('id'),
);

const TIMED = prepared(({ accountId, at, id }: { accountId: number; at: number; id: number }) =>
  pendingPosts()
    .where('account_id', '=', accountId)
    .where('due_at', '>=', at)
    .where((post) => post.or([post('due_at', '>', at), post('id', '>', id)]))
    .orderBy('due_at')
    .orderBy('id'),
);

/** No pending post was published, which the index needs to know to have them in the order of their ids. */
const PENDING_OF_USER = prepared(({ userId, after }: { userId: number; after: number }) =>
  pendingPosts()
    .where('user_id', '=', userId)
    .where('published_at', 'is', null)
    .where('id', '>', after)
    .orderBy('id'),
);
