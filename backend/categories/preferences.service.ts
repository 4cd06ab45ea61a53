import { Injectable } from '@nestjs/common';
import { invalid } from '../common/errors';
import { Reviews } from '../connections/reviews';
import { Database, placesFor } from '../database/database';

/** The categories that a user wants to post from automatically, in the order they were chosen. */
@Injectable()
export class PreferencesService {
  constructor(
    private readonly db: Database,
    private readonly reviews: Reviews,
  ) {}

  /** With those that are switched off just now: switched on again, they are posted from again. */
  async of(userId: number): Promise<number[]> {
    const user = await this.db.row<{ preferred_categories: string | null }>(
      'SELECT preferred_categories FROM users WHERE id = ?',
      [userId],
    );
    const chosen = JSON.parse(user?.preferred_categories ?? '[]') as number[];
    if (chosen.length === 0) return [];
    // One that was deleted just now may still stand in it.
    const known = await this.db.rows<{ id: number }>(
      `SELECT id FROM categories WHERE id IN ${placesFor(chosen)}`,
      chosen,
    );
    const ids = new Set(known.map(({ id }) => id));
    return chosen.filter((id) => ids.has(id));
  }

  /** @throws DomainError 422 for a category that does not exist, or that is switched off and was not chosen before. */
  async choose(userId: number, categoryIds?: number[]): Promise<number[]> {
    const before = await this.of(userId);
    if (categoryIds === undefined) return before;
    const kept = new Set(before);
    const known = await this.db.rows<{ id: number; is_active: number }>(
      `SELECT id, is_active FROM categories WHERE id IN ${placesFor(categoryIds)}`,
      categoryIds,
    );
    if (known.length < categoryIds.length) throw refusal('does not exist any more');
    if (known.some(({ id, is_active }) => !is_active && !kept.has(id))) throw refusal('is switched off');
    const done = await this.reviews.change(
      {
        // Once more, for one that is deleted at this very moment.
        sql: `UPDATE users SET preferred_categories = ? WHERE id = ?
                 AND ? = (SELECT COUNT(*) FROM categories WHERE id IN ${placesFor(categoryIds)})`,
        params: [JSON.stringify(categoryIds), userId, categoryIds.length, ...categoryIds],
        required: true,
      },
      this.reviews.reviewing(userId),
    );
    if (!done) throw refusal('does not exist any more');
    return categoryIds;
  }
}

const refusal = (why: string) =>
  invalid({ category_ids: [`One of these categories ${why}. Reload the page and choose again.`] });
