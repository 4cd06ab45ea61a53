import type { Database } from '../../backend/database/database';
import type { PublicObject } from '../support/fake-graph/checker';
import { pageOf } from '../support/many-accounts';
import type { Wanted } from './work';

/** A measurement of the database's time is wrong by half of its duration at most, and a longer one is dropped. */
const CLOCK_ERROR_MS = 1_000;

/**
 * May happen: a process that ended between a transfer's answer and its row leaves the older offset to the next process,
 * and the network corrects it.
 */
const MAY_HAPPEN = /^wrong-offset: videos\.transfer /;

interface PostRow {
  title: string;
  status: string;
  upload_error: string | null;
}

/** What the network and the database hold after a walk. */
interface Found {
  posts: PostRow[];
  /** Users whose counters say that a task is in use. */
  busyUsers: number;
  published: PublicObject[];
  /** What the network saw that must not happen. */
  complaints: string[];
}

export async function readPosts(db: Database): Promise<Pick<Found, 'posts' | 'busyUsers'>> {
  const posts = await db.rows<PostRow>('SELECT title, status, upload_error FROM posts');
  const busy = await db.row<{ n: number }>('SELECT COUNT(*) AS n FROM quota_usage WHERE tasks_used <> 0');
  return { posts, busyUsers: busy?.n ?? 0 };
}

/** What must hold after the walk and does not, by what is public and by what the product says of it. */
export function violationsOf(wanted: Wanted[], { posts, busyUsers, published, complaints }: Found): string[] {
  const rowOf = new Map(posts.map((row) => [row.title, row]));
  const publicOf = new Map<string, PublicObject[]>();
  for (const object of published)
    publicOf.set(object.caption, [...(publicOf.get(object.caption) ?? []), object]);
  const titles = new Set(wanted.map(({ title }) => title));
  const strange = published.filter(({ caption }) => !titles.has(caption));
  return [
    ...complaints.filter((each) => !MAY_HAPPEN.test(each)).map((each) => `network: ${each}`),
    ...strange.map(({ caption, objectId }) => `unknown: ${objectId} '${caption}' is nobody's`),
    ...wanted.flatMap((post) => ofPost(post, rowOf.get(post.title), publicOf.get(post.title) ?? [])),
    ...(busyUsers > 0 ? [`quota: ${busyUsers} users have tasks in use, and nothing is waiting`] : []),
  ];
}

function ofPost(
  { title, account, dueAt, sha256 }: Wanted,
  row: PostRow | undefined,
  objects: PublicObject[],
): string[] {
  const found: string[] = [];
  if (objects.length > 1) found.push(`doubled: '${title}' is public ${objects.length} times`);
  for (const { pageId, at, bytesSha256 } of objects) {
    if (pageId !== pageOf(account))
      found.push(`elsewhere: '${title}' is on ${pageId}, not ${pageOf(account)}`);
    if (bytesSha256 !== sha256) found.push(`changed: '${title}' has other bytes`);
    const earlyMs = dueAt - at.getTime();
    if (earlyMs > CLOCK_ERROR_MS) found.push(`early: '${title}' went out ${earlyMs} ms before its time`);
  }
  if (row?.status === 'failed' && /media file is missing/.test(row.upload_error ?? ''))
    found.push(`given up: the file of '${title}' was away only for a while`);
  if (row?.status === 'published' && objects.length === 0)
    found.push(`lost: '${title}' is published nowhere`);
  else if (row?.status === 'failed' && !row.upload_error)
    found.push(`wordless: '${title}' failed without a reason`);
  else if (
    row?.status === 'failed' &&
    objects.length > 0 &&
    !/could not be confirmed/.test(row.upload_error ?? '')
  )
    found.push(`denied: '${title}' is public, and failed: ${row.upload_error}`);
  else if (row?.status !== 'published' && row?.status !== 'failed')
    found.push(`waiting: '${title}' is ${row?.status ?? 'gone'}`);
  return found;
}
