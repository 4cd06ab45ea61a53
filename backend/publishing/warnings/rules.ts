/** What is worth a warning, as pure functions. Instants are milliseconds since 1970. */
import type { PostFormat } from '../formats/formats';

const A_MINUTE_MS = 60_000;
const A_DAY_MS = 86_400_000;

export const CLOSE_MS = 15 * A_MINUTE_MS;
export const LIMITED_MS = A_DAY_MS;
export const SAME_TEXT_MS = 7 * A_DAY_MS;
export const SAME_MEDIA_MS = 30 * A_DAY_MS;

/** Of an Instagram account whose own number is unknown. */
const POSTS_A_DAY = 50;

/** A post that goes out or went out on an account. */
export interface JudgedPost {
  id: number;
  /** When it goes out or went out; null while it waits for its turn. */
  at: number | null;
  format: PostFormat;
  /** Held back: nothing says that it goes out at its time. */
  isDraft?: boolean;
}

/** What all the others are, that are compared with a post, are on its account. */
type Others<Other extends JudgedPost> = readonly Other[];

interface Period {
  from: number;
  until: number;
}

/** The nearest posts of the account within 15 minutes: one before it or at its time, and one after it. */
export function tooClose<Other extends JudgedPost>({ id, at }: JudgedPost, others: Others<Other>): Other[] {
  if (at === null) return [];
  let before: Other | undefined;
  let after: Other | undefined;
  for (const other of others) {
    if (other.at === null || other.isDraft || other.id === id || Math.abs(other.at - at) > CLOSE_MS) continue;
    if (other.at > at) after = after?.at != null && after.at <= other.at ? after : other;
    else before = before?.at != null && before.at >= other.at ? before : other;
  }
  return [before, after].filter((other) => other !== undefined);
}

/** How many posts the network takes in 24 hours, and what it counts; undefined if it does not count this one. */
export function dailyLimit({ format }: Pick<JudgedPost, 'format'>, ofAccount: number | null) {
  if (format.network === 'instagram') return { most: ofAccount ?? POSTS_A_DAY, counted: 'posts' } as const;
  const { mostADay: most } = format;
  return most === undefined ? undefined : ({ most, counted: 'reels' } as const);
}

/** Whether some 24 hours that contain its time have more posts than the network takes. */
export function overLimit(
  post: JudgedPost,
  others: Others<JudgedPost>,
  ofAccount: number | null = null,
): boolean {
  const { id, at } = post;
  const limit = dailyLimit(post, ofAccount);
  if (at === null || !limit) return false;
  const times = [at];
  for (const other of others)
    if (
      other.id !== id &&
      other.at !== null &&
      !other.isDraft &&
      Math.abs(other.at - at) < LIMITED_MS &&
      dailyLimit(other, ofAccount)
    )
      times.push(other.at);
  if (times.length <= limit.most) return false;
  times.sort((a, b) => a - b);
  // The first and the last of one too many, if these 24 hours contain the time.
  return times.some((first, n) => {
    const last = times[n + limit.most];
    return last !== undefined && last - first < LIMITED_MS && first <= at && last >= at;
  });
}

/** What is compared of a text: neither case nor white space. Null: nothing to compare. */
export const foldedText = (text: string | null): string | null =>
  text?.normalize('NFC').toLowerCase().replace(/\s+/gu, ' ').trim() || null;

/** Another post of the account with the same text within 7 days. Posts without a time count as of now. */
export function sameText<Other extends JudgedPost & { text: string | null }>(
  { id, at, text }: JudgedPost & { text: string | null },
  others: Others<Other>,
  now: number,
): Other | undefined {
  if (text === null) return undefined;
  return nextOf(
    id,
    others.filter(
      (other) => other.text === text && Math.abs((other.at ?? now) - (at ?? now)) <= SAME_TEXT_MS,
    ),
  );
}

/** Another post of the account with one of its files, that is not out yet or was published within 30 days. */
export function sameMedia<
  Other extends { id: number; fingerprints: readonly string[]; publishedAt: number | null },
>({ id, fingerprints }: Pick<Other, 'id' | 'fingerprints'>, others: readonly Other[], now: number) {
  return nextOf(
    id,
    others.filter(
      (other) =>
        other.fingerprints.some((print) => fingerprints.includes(print)) &&
        (other.publishedAt === null || other.publishedAt >= now - SAME_MEDIA_MS),
    ),
  );
}

/** The one after this, else the first: so each of several that are alike is named by another one. */
function nextOf<Other extends { id: number }>(id: number, alike: Other[]): Other | undefined {
  let first: Other | undefined;
  let next: Other | undefined;
  for (const other of alike) {
    if (other.id < id && other.id < (first?.id ?? Infinity)) first = other;
    if (other.id > id && other.id < (next?.id ?? Infinity)) next = other;
  }
  return next ?? first;
}

/** Whether the account is still paused when the post is to go out. */
export function isPaused(
  { at }: Pick<JudgedPost, 'at'>,
  { paused_reason, resumes_at }: { paused_reason: string | null; resumes_at: number | null },
  now: number,
): boolean {
  return paused_reason !== null && (resumes_at === null || resumes_at > Math.max(at ?? now, now));
}

/** Whether no plan is active when the post is to go out. A time that has passed, as of the begun minute, means now. */
export function lacksPlan(
  { at: time }: Pick<JudgedPost, 'at'>,
  plans: readonly Period[],
  now: number,
): boolean {
  if (time === null) return false;
  const at = Math.max(time, now);
  return !plans.some(({ from, until }) => from <= at && at < until);
}
