import { Injectable } from '@nestjs/common';
import { Database, placesFor } from '../database/database';
import type { NetworkName } from '../ports/networks/network';
import { ACTIVE } from '../subscriptions/subscription-status';
import type { PostKind } from './channel';
import { OPEN, quoted } from './post-status';
import type { AccountQueue } from './slots';

const A_MINUTE_MS = 60_000;

/** What of the library one look reads: nobody plans further than that. */
const MOST_OF_LIBRARY = 200;

export const KINDS_OF: Record<NetworkName, readonly PostKind[]> = {
  facebook: ['video', 'photo'],
  instagram: ['instagram_video'],
};

export const NETWORK_OF: Record<PostKind, NetworkName> = {
  video: 'facebook',
  photo: 'facebook',
  instagram_video: 'instagram',
};

interface OwnerRow {
  upload_frequency: number;
  photo_upload_frequency: number;
  preferred_categories: string | null;
  may_use_library: number;
  subscribed: number;
  connected: number;
}

/** Reads what `upcomingSlots` decides on. */
@Injectable()
export class AccountQueues {
  constructor(private readonly db: Database) {}

  /** `now` is the one that the slots are reckoned with: what is on its way stands before what else could go now. */
  async load(userId: number, kind: PostKind, now: number): Promise<AccountQueue> {
    const network = NETWORK_OF[kind];
    const owner = await this.owner(userId, network, now);
    if (!owner) return NOTHING;
    const posts = await this.db.rows<{
      id: number;
      scheduled_for: number | null;
      due_at: number | null;
      status: string;
      created_at: number;
      stored_at: number | null;
      rests_until: number | null;
    }>(
      `SELECT id, scheduled_for, due_at, status, created_at, stored_at, rests_until FROM posts
        WHERE user_id = ? AND kind = ? AND status IN (${quoted(OPEN)})`,
      [userId, kind],
    );
    const waits = (post: (typeof posts)[number]) =>
      post.status === 'pending' && post.scheduled_for === null && post.due_at === null;
    return {
      frequencyMs: (kind === 'photo' ? owner.photo_upload_frequency : owner.upload_frequency) * A_MINUTE_MS,
      lastPublishedAt: await this.lastPublished(userId, kind),
      // One without a time that is on its way counts as now: the next one waits for what becomes of it.
      timed: posts
        .filter((post) => !waits(post))
        .map(({ id, scheduled_for }) => ({ id, at: scheduled_for ?? now })),
      waiting: posts.filter(waits).map(({ id, created_at, stored_at, rests_until }) => ({
        id,
        begunAt: created_at,
        storedAt: stored_at ?? created_at,
        restsUntil: rests_until,
      })),
      library:
        kind === 'photo' || !owner.may_use_library
          ? []
          : await this.unusedLibrary(userId, network, owner.preferred_categories),
      mayPost: owner.subscribed === 1 && owner.connected === 1,
    };
  }

  private owner(userId: number, network: NetworkName, now: number): Promise<OwnerRow | undefined> {
    return this.db.row<OwnerRow>(
      `SELECT u.upload_frequency, u.photo_upload_frequency, u.preferred_categories,
              CASE WHEN u.is_admin = 1 OR u.can_use_shared_videos = 1 THEN 1 ELSE 0 END AS may_use_library,
              CASE WHEN EXISTS (SELECT 1 FROM subscriptions s WHERE s.user_id = u.id AND ${ACTIVE}) THEN 1 ELSE 0 END AS subscribed,
              CASE WHEN EXISTS (SELECT 1 FROM connections c WHERE c.user_id = u.id AND c.network = ?
                     AND (c.paused_reason IS NULL OR (c.resumes_at IS NOT NULL AND c.resumes_at <= ?))) THEN 1 ELSE 0 END AS connected
         FROM users u WHERE u.id = ?`,
      [now, now, network, now, userId],
    );
  }

  private async lastPublished(userId: number, kind: PostKind): Promise<number | null> {
    const row = await this.db.row<{ last: number | null }>(
      "SELECT MAX(published_at) AS last FROM posts WHERE user_id = ? AND kind = ? AND status = 'published'",
      [userId, kind],
    );
    return row?.last ?? null;
  }

  private async unusedLibrary(
    userId: number,
    network: NetworkName,
    preferred: string | null,
  ): Promise<AccountQueue['library']> {
    const categories = preferred ? (JSON.parse(preferred) as number[]) : [];
    if (categories.length === 0) return [];
    const rows = await this.db.rows<{ id: number; created_at: number }>(
      `SELECT v.id, v.created_at FROM shared_videos v JOIN categories c ON c.id = v.category_id
        WHERE v.deleted_at IS NULL AND c.is_active = 1 AND v.category_id IN ${placesFor(categories)}
          AND NOT EXISTS (SELECT 1 FROM library_uses l WHERE l.user_id = ? AND l.network = ? AND l.shared_video_id = v.id)
        ORDER BY v.created_at, v.id LIMIT ${MOST_OF_LIBRARY}`,
      [...categories, userId, network],
    );
    return rows.map(({ id, created_at }) => ({ id, createdAt: created_at }));
  }
}

const NOTHING: AccountQueue = {
  frequencyMs: 0,
  lastPublishedAt: null,
  timed: [],
  waiting: [],
  library: [],
  mayPost: false,
};
