import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../common/time/clock';
import { Database } from '../../database/database';
import { DatabaseTime } from '../../database/database-time';
import type { Row } from '../../database/tables';
import { formatOf } from '../formats/lists';
import { isStranded, networksBeside } from '../posting-queues/stranded-posts';
import {
  accountsBy,
  neighboursOf,
  plansOf,
  withFurtherFiles,
  withSameMedia,
  type AccountFacts,
  type Neighbour,
} from './neighbours';
import {
  dailyLimit,
  foldedText,
  isPaused,
  lacksPlan,
  overLimit,
  sameMedia,
  sameText,
  tooClose,
  type JudgedPost,
} from './rules';
import { WARNING_CODES, type WarningCode, type WarningView } from './warning.view';

/** What can change with a post's time alone. */
export const WARNINGS_OF_TIME: readonly WarningCode[] = ['too_close', 'over_limit', 'paused', 'no_plan'];

const NO_ACCOUNT = 'This item has no account. Choose one.';

interface Judged extends JudgedPost {
  title: string;
  text: string | null;
  fingerprints: readonly string[];
  publishedAt: number | null;
}

/** A post that is not stored. */
export type Candidate = Omit<Neighbour, 'id'>;

/** Candidates get ids after those of all posts, as they would when they are stored. */
const FIRST_CANDIDATE = Number.MAX_SAFE_INTEGER - 1_000;

const isStored = (id: number | null) => id !== null && id < FIRST_CANDIDATE;

/** What a post is judged by. */
interface Surroundings {
  account: AccountFacts | undefined;
  isStranded: boolean;
  /** On its account. */
  others: Judged[];
  /** On its account, with a file that one of the judged posts has. */
  copies: Judged[];
  plans: { from: number; until: number }[];
  now: number;
}

/** Finds what the user may not have meant, in as many statements for many posts as for one. */
@Injectable()
export class PostWarnings {
  constructor(
    private readonly db: Database,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  /** Warnings of posts as they are stored now. What is said of several of them is said once. */
  async of(
    userId: number,
    rows: Row<'posts'>[],
    codes: readonly WarningCode[] = WARNING_CODES,
  ): Promise<WarningView[]> {
    const found = await this.find(userId, rows, codes, []);
    return once(found.map((warning) => ({ ...warning, target: 0 })));
  }

  /** Warnings of posts that were just made, each with the place of its post. */
  async ofTargets(userId: number, rows: Row<'posts'>[]): Promise<WarningView[]> {
    return once(await this.find(userId, rows, WARNING_CODES, []));
  }

  /** What `ofTargets` would say if these were stored now. */
  async ofCandidates(userId: number, candidates: Candidate[]): Promise<WarningView[]> {
    const rows = candidates.map((candidate, n) => ({ ...candidate, id: FIRST_CANDIDATE + n }));
    const found = await this.find(userId, rows, WARNING_CODES, rows);
    return once(found.map((each) => ({ ...each, item_id: isStored(each.item_id) ? each.item_id : null })));
  }

  /** @param unstored those of `rows` that the database does not have */
  private async find(
    userId: number,
    rows: Neighbour[],
    codes: readonly WarningCode[],
    unstored: Neighbour[],
  ): Promise<WarningView[]> {
    const now = this.clock.now();
    const withFiles = codes.includes('same_media') ? await withFurtherFiles(this.db, rows) : rows;
    const posts = withFiles.map((row, target) => ({
      accountId: row.account_id,
      target,
      ...judgedOf(row, now),
    }));
    const plans = await plansOf(this.db, userId, now);
    const ids = [...new Set(posts.flatMap(({ accountId }) => accountId ?? []))];
    const accounts = await accountsBy(this.db, ids);
    const networks = await networksBeside(this.db, userId, rows);
    const wantsTexts = codes.includes('same_text') && posts.some(({ text }) => text !== null);
    const span = spanOf(posts.flatMap(({ at }) => at ?? (wantsTexts ? now : [])));
    const others = byAccount([...(await neighboursOf(this.db, ids, span, wantsTexts)), ...unstored], now);
    const prints = codes.includes('same_media') ? posts.flatMap(({ fingerprints }) => fingerprints) : [];
    const alike = await withFurtherFiles(this.db, await withSameMedia(this.db, ids, prints, now));
    const copies = byAccount([...alike, ...unstored], now);
    const found = posts.flatMap(({ accountId, target, ...post }) =>
      warningsOf(post, {
        account: accounts.get(accountId ?? 0),
        isStranded: isStranded({ account_id: accountId, network: post.format.network }, networks),
        others: others.get(accountId) ?? [],
        copies: copies.get(accountId) ?? [],
        plans,
        now,
      }).map((warning) => ({ ...warning, target })),
    );
    // The first one tells for all of its account.
    const crowded = ids.flatMap((id) => {
      const on = posts.filter(({ accountId }) => accountId === id);
      const account = accounts.get(id);
      const most = account?.posts_per_day ?? null;
      const first = on.find((post) => overLimit(post, others.get(id) ?? [], most));
      return first ? overLimitOf(first, account).map((each) => ({ ...each, target: first.target })) : [];
    });
    return [...found, ...crowded].filter(({ code }) => codes.includes(code));
  }
}

function warningsOf(
  post: Judged,
  { account, isStranded: hasNoAccount, others, copies, plans, now }: Surroundings,
): WarningView[] {
  const about = (code: WarningCode, other: Judged | undefined, rest: string): WarningView[] =>
    other ? [{ code, message: `"${other.title}" ${rest}`, target: 0, item_id: other.id }] : [];
  const near = (other: Judged) =>
    `${other.publishedAt === null ? 'goes' : 'went'} out on the same account within 15 minutes.`;
  return [
    ...about('same_media', sameMedia(post, copies, now), 'has the same file, on the same account.'),
    ...about('same_text', sameText(post, others, now), 'has the same text, on the same account.'),
    ...tooClose(post, others).flatMap((other) => about('too_close', other, near(other))),
    ...(account && isPaused(post, account, now)
      ? [saying('paused', `${nameOf(post, account)} is paused: ${account.paused_reason}`)]
      : []),
    ...(lacksPlan(post, plans, now)
      ? [saying('no_plan', 'Your plan ends before that time. Nothing goes out without a plan.')]
      : []),
    ...(hasNoAccount ? [saying('paused', NO_ACCOUNT)] : []),
  ];
}

function overLimitOf(post: Judged, account: AccountFacts | undefined): WarningView[] {
  const limit = dailyLimit(post, account?.posts_per_day ?? null);
  if (!limit) return [];
  const gets = `${nameOf(post, account)} gets more than ${limit.most} ${limit.counted} in 24 hours.`;
  return [saying('over_limit', `${gets} ${networkOf(post)} may refuse some of them.`)];
}

const saying = (code: WarningCode, message: string): WarningView => ({
  code,
  message,
  target: 0,
  item_id: null,
});

const networkOf = ({ format }: Judged) => (format.network === 'facebook' ? 'Facebook' : 'Instagram');

const nameOf = (post: Judged, account: AccountFacts | undefined) =>
  account?.name ?? `This ${networkOf(post)} account`;

const once = (warnings: WarningView[]): WarningView[] => [
  ...new Map(
    warnings.map((warning) => [
      `${warning.code} ${warning.target} ${warning.item_id} ${warning.message}`,
      warning,
    ]),
  ).values(),
];

function byAccount(rows: Neighbour[], now: number): Map<number | null, Judged[]> {
  const found = new Map<number | null, Judged[]>();
  for (const row of rows) {
    const others = found.get(row.account_id) ?? [];
    if (others.push(judgedOf(row, now)) === 1) found.set(row.account_id, others);
  }
  return found;
}

function judgedOf(row: Neighbour, now: number): Judged {
  const { id, title, status, published_at, scheduled_for, due_at } = row;
  return {
    id,
    title,
    format: formatOf(row),
    // What is under way without a time goes out now; what is due without one, as soon as possible.
    at: published_at ?? scheduled_for ?? (status === 'pending' ? due_at : now),
    text: foldedText(row.posted_text ?? row.description),
    fingerprints: [row.fingerprint, ...(row.further ?? [])].filter((print) => print !== null),
    isDraft: row.draft === 1,
    publishedAt: published_at,
  };
}

const spanOf = (times: number[]): { from: number; until: number } | undefined =>
  times.length === 0 ? undefined : { from: Math.min(...times), until: Math.max(...times) };
