import { Inject, Injectable } from '@nestjs/common';
import { Activity, type NewActivity, type Actor } from '../activity/activity';
import { Invitations } from '../auth/invitations';
import { ResetLinks } from '../auth/reset-links';
import { SessionsService } from '../auth/sessions.service';
import { Challenges } from '../auth/two-factor/challenges';
import { forgetCaptions } from '../captions/forget-captions';
import { Clock } from '../common/time/clock';
import { conflict, notFound } from '../common/errors/errors';
import { toIso } from '../common/time/instants';
import type { ListFields, ListRequest, Page } from '../common/lists/lists';
import { AccountPosts, GOING_PUBLIC } from '../accounts/removal/account-posts';
import { Changes } from '../database/changes';
import { Database, required, type Statement } from '../database/database';
import { DatabaseTime } from '../database/database-time';
import { listOf, type ListedBy } from '../database/list-rows';
import { query, type ColumnsOf, type Row } from '../database/tables';
import { forgetKeyedCalls } from '../keyed-calls/forget-keyed-calls';
import { shownRank, subscriptionStatus } from '../subscriptions/subscription-status';
import { MediaRemoval } from '../uploads/media-removal';
import { PostDeletion } from '../publishing/posts/post-deletion';
import { forgetUsesOfAccount } from '../shared-videos/library-uses';
import type { User } from '../users/user.entity';
import { changingOpenUser, closingUser, deletingUser, takingAdmin } from '../users/user-changes';
import { emailTaken, UsersService } from '../users/users.service';
import type { AdminUserDto, NewUserDto } from './admin.dto';
import type { AdminUserView } from './admin.view';

export const ADMIN_USER_FIELDS: ListFields<ColumnsOf<'users', 'u'>> = {
  sort: { id: 'u.id', name: 'u.name', email: 'u.email', is_admin: 'u.is_admin', created_at: 'u.created_at' },
  filter: { id: 'id', q: 'search', is_admin: 'flag', can_use_shared_videos: 'flag' },
};

const list = listOf(() => ({
  rows: query
    .selectFrom('users as u')
    .leftJoin('quota_usage as q', 'q.user_id', 'u.id')
    .select(['u.id', 'u.name', 'u.email', 'u.is_admin', 'u.can_use_shared_videos', 'u.timezone'])
    .select(['u.two_factor', 'u.created_at', 'q.tasks_used', 'q.storage_used']),
  filter: {
    id: 'u.id',
    q: ['u.name', 'u.email'],
    is_admin: 'u.is_admin',
    can_use_shared_videos: 'u.can_use_shared_videos',
  },
  order: [['u.id', 'desc']],
  base: { table: 'users', alias: 'u' } as const,
}));

type UserRow = ListedBy<typeof list>;

type SubscriptionOfUser = Pick<
  Row<'subscriptions'>,
  'id' | 'user_id' | 'plan_id' | 'starts_at' | 'expires_at' | 'ended_at'
> & { plan: string };

@Injectable()
export class AdminUsersService {
  constructor(
    private readonly db: Database,
    private readonly users: UsersService,
    private readonly invitations: Invitations,
    private readonly sessions: SessionsService,
    private readonly links: ResetLinks,
    private readonly changes: Changes,
    private readonly accountPosts: AccountPosts,
    private readonly postDeletion: PostDeletion,
    private readonly media: MediaRemoval,
    private readonly activity: Activity,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  async list(request: ListRequest): Promise<Page<AdminUserView>> {
    const { rows, total } = await list(this.db, request, {});
    const subscriptions = await this.latestSubscriptions(rows.map(({ id }) => id));
    return { rows: rows.map((row) => this.view(row, subscriptions.get(row.id))), total };
  }

  async get(id: number): Promise<AdminUserView> {
    const request: ListRequest = {
      dialect: 'range',
      offset: 0,
      limit: 1,
      page: 1,
      sort: null,
      filter: { id: { kind: 'ids', ids: [id] } },
    };
    const [user] = (await this.list(request)).rows;
    if (!user) throw notFound('This user');
    return user;
  }

  /** @throws DomainError 422 when the address is taken. */
  async add(person: NewUserDto, by: Actor): Promise<AdminUserView> {
    const { id } = await this.invitations.add(person, by.address ?? '', (user) => [
      this.activity.noting(by, { action: 'user_added', account: user, target: `user:${user}` }),
    ]);
    return this.get(id);
  }

  /**
   * Fields that were not sent keep the values that they have by then.
   *
   * @throws DomainError 404; 409 when no administrator would be left, for one's own address, and once the user is being
   * deleted; 422 when the address is taken. Nothing is changed then.
   */
  async update(id: number, change: AdminUserDto, by: Actor): Promise<AdminUserView> {
    const user = await this.users.get(id);
    const after = { name: change.name ?? user.name, email: change.email ?? user.email };
    const isMoved = after.email !== user.email;
    // A stolen session must not move the account that it belongs to.
    if (isMoved && by.id === id) throw conflict(OWN_ADDRESS);
    const unit = [
      ...(change.is_admin === 0 && user.isAdmin ? takingAdmin(id) : []),
      required(changing(user, change)),
      ...deedsOf(user, change).map((deed) => this.activity.noting(by, deed)),
      ...(isMoved ? this.movingEmail(user, after) : []),
    ];
    const done = await this.changes.commit(unit, { user: id, account: 'all' }).catch((error: unknown) => {
      throw this.db.isDuplicate(error) ? emailTaken() : error;
    });
    if (!done) throw await this.refusal(user);
    if (isMoved) this.invitations.send();
    return this.get(id);
  }

  /**
   * Deletes the user with all rows, by foreign keys, and all files.
   * @throws DomainError 404, 409 for the last administrator, and while a post may be going public
   */
  async delete(id: number, by: Actor): Promise<AdminUserView> {
    const user = await this.get(id);
    const leaves = await this.accountPosts.accountsOf(id);
    await this.accountPosts.endDoubts(leaves);
    // Closes the account first. If the deletion breaks off later, deleting the user again continues it.
    const closed = await this.db.atomically([
      ...this.accountPosts.leavingForGood(id, leaves),
      ...closingUser(id),
      ...this.sessions.closingAll(id),
      Challenges.dropping(id),
      this.links.invalidating(id),
    ]);
    if (!closed) {
      // Another administrator may have deleted them since they were read.
      await this.users.get(id);
      throw conflict((await this.accountPosts.goingOut(leaves)) ?? LAST_ADMIN);
    }
    // Connected since they were read. Nobody connects another one now.
    const late = await this.accountPosts.accountsOf(id);
    if (late.length > 0 && !(await this.db.atomically(this.accountPosts.leavingForGood(id, late))))
      throw conflict(GOING_PUBLIC);
    await this.postDeletion.deleteAll(id);
    await this.media.removeAll(id);
    await forgetCaptions(this.db, id);
    await forgetUsesOfAccount(this.db, id);
    await forgetKeyedCalls(this.db, id);
    await this.activity.forget(id);
    await this.db.atomically([
      this.activity.forgetting(id),
      required(deletingUser(id)),
      this.activity.noting(by, { action: 'user_deleted', account: null, target: `user:${id}` }),
    ]);
    return user;
  }

  /** Who signed in with the old address has to sign in again. */
  private movingEmail(user: User, after: Pick<User, 'name' | 'email'>): Statement[] {
    return [
      ...this.invitations.movingEmail(user, after),
      ...this.sessions.closingAll(user.id),
      Challenges.dropping(user.id),
    ];
  }

  /** Why the user was not changed. */
  private async refusal(before: User): Promise<Error> {
    const { passwordHash, email } = await this.users.get(before.id);
    if (passwordHash === '') return conflict('This user is being deleted. Delete them again to finish.');
    if (email !== before.email)
      return conflict('This user was changed elsewhere at the same moment. Try again.');
    return conflict(LAST_ADMIN);
  }

  /** The subscription in force of each user, else the latest. */
  private async latestSubscriptions(userIds: number[]): Promise<Map<number, SubscriptionOfUser>> {
    if (userIds.length === 0) return new Map();
    const rows = await this.db.rows(subscriptionsOf(userIds));
    const latest = new Map<number, SubscriptionOfUser>();
    for (const row of rows) {
      const known = latest.get(row.user_id);
      if (!known || this.rankOf(row) <= this.rankOf(known)) latest.set(row.user_id, row);
    }
    return latest;
  }

  private readonly rankOf = (row: SubscriptionOfUser) => shownRank(periodOf(row), this.clock.now());

  private view(row: UserRow, subscription: SubscriptionOfUser | undefined): AdminUserView {
    const { tasks_used, storage_used, created_at, ...user } = row;
    return {
      ...user,
      created_at: toIso(created_at),
      subscription: subscription
        ? {
            id: subscription.id,
            status: subscriptionStatus(periodOf(subscription), this.clock.now()),
            plan_id: subscription.plan_id,
            plan: subscription.plan,
            starts_at: toIso(subscription.starts_at),
            expires_at: toIso(subscription.expires_at),
          }
        : null,
      usage: { tasks: tasks_used ?? 0, storage_bytes: storage_used ?? 0 },
    };
  }
}

export const OWN_ADDRESS = 'Change your own email address in Settings.';
const LAST_ADMIN = 'This is the last administrator. Make somebody else one first.';

function changing(before: User, { name, email, is_admin, can_use_shared_videos }: AdminUserDto) {
  const change = { name, is_admin: is_admin === 1 ? 1 : undefined, can_use_shared_videos };
  return email === undefined || email === before.email
    ? changingOpenUser(before.id, change)
    : // The owner of the address that was read is told of the new one.
      changingOpenUser(before.id, { ...change, email }).where('email', '=', before.email);
}

const periodOf = ({ starts_at, expires_at, ended_at }: SubscriptionOfUser) => ({
  startsAt: starts_at,
  expiresAt: expires_at,
  endedAt: ended_at,
});

/** Oldest first. */
const subscriptionsOf = (userIds: number[]) =>
  query
    .selectFrom('subscriptions as s')
    .innerJoin('plans as p', 'p.id', 's.plan_id')
    .select(['s.id', 's.user_id', 's.plan_id', 'p.name as plan', 's.starts_at', 's.expires_at', 's.ended_at'])
    .where('s.user_id', 'in', userIds)
    .orderBy('s.starts_at')
    .orderBy('s.id');

/** What an administrator changed about a user, one entry per change. */
function deedsOf(before: User, change: AdminUserDto): NewActivity[] {
  const { name, email, is_admin, can_use_shared_videos } = change;
  const actions: NewActivity['action'][] = [];
  if ((name ?? before.name) !== before.name) actions.push('user_changed');
  if ((email ?? before.email) !== before.email) actions.push('email_changed');
  if ((is_admin ?? before.isAdmin) !== before.isAdmin) actions.push(is_admin ? 'admin_given' : 'admin_taken');
  if ((can_use_shared_videos ?? before.canUseSharedVideos) !== before.canUseSharedVideos)
    actions.push(can_use_shared_videos ? 'library_given' : 'library_taken');
  return actions.map((action) => ({ action, account: before.id, target: `user:${before.id}` }));
}
