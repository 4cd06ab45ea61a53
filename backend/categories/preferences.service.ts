import { Injectable } from '@nestjs/common';
import { invalid } from '../common/errors/errors';
import { Changes } from '../database/changes';
import { Database, required } from '../database/database';
import { query } from '../database/tables';
import { changingUser } from '../users/user-changes';

/** The categories that a user wants to post from automatically, in the order in which they were chosen. */
@Injectable()
export class PreferencesService {
  constructor(
    private readonly db: Database,
    private readonly changes: Changes,
  ) {}

  /** Includes categories that are switched off: when they are switched on again, they are posted from again. */
  async of(userId: number): Promise<number[]> {
    const user = await this.db.row(
      query.selectFrom('users').select('preferred_categories').where('id', '=', userId),
    );
    const chosen = JSON.parse(user?.preferred_categories ?? '[]') as number[];
    if (chosen.length === 0) return [];
    // The list may still contain a category that was deleted a moment ago.
    const known = await this.db.rows(among(chosen).select('id'));
    const ids = new Set(known.map(({ id }) => id));
    return chosen.filter((id) => ids.has(id));
  }

  /** @throws DomainError 422 for a category that does not exist, or that is switched off and was not chosen before. */
  async choose(userId: number, categoryIds?: number[]): Promise<number[]> {
    const before = await this.of(userId);
    if (categoryIds === undefined) return before;
    const kept = new Set(before);
    const known = await this.db.rows(among(categoryIds).select(['id', 'is_active']));
    if (known.length < categoryIds.length) throw refusal('does not exist any more');
    if (known.some(({ id, is_active }) => !is_active && !kept.has(id))) throw refusal('is switched off');
    const preferring = changingUser(userId, { preferred_categories: JSON.stringify(categoryIds) }).where(
      // Checked again, in case a category is deleted at this very moment.
      among(categoryIds).select(({ fn }) => fn.countAll<number>().as('count')),
      '=',
      categoryIds.length,
    );
    const done = await this.changes.commit([required(preferring)], { user: userId, account: 'all' });
    if (!done) throw refusal('does not exist any more');
    return categoryIds;
  }
}

const among = (ids: number[]) =>
  query.selectFrom('categories').where(({ eb, lit }) => (ids.length ? eb('id', 'in', ids) : lit(false)));

const refusal = (why: string) =>
  invalid({ category_ids: [`One of these categories ${why}. Reload the page and choose again.`] });
