import { Injectable } from '@nestjs/common';
import { invalid } from '../common/errors';
import { Database, placesFor } from '../database/database';

/** The categories that a user wants to post from automatically, in the order they were chosen. */
@Injectable()
export class PreferencesService {
  constructor(private readonly db: Database) {}

  /** Without those that were deleted meanwhile; with those that are switched off just now. */
  async of(userId: number): Promise<number[]> {
    const user = await this.db.row<{ preferred_categories: string | null }>(
      'SELECT preferred_categories FROM users WHERE id = ?',
      [userId],
    );
    const chosen = JSON.parse(user?.preferred_categories ?? '[]') as number[];
    const existing = await this.existing(chosen);
    return chosen.filter((id) => existing.has(id));
  }

  /** @throws DomainError 422 when a category does not exist. */
  async choose(userId: number, categoryIds: number[]): Promise<number[]> {
    const existing = await this.existing(categoryIds);
    if (existing.size < categoryIds.length)
      throw invalid({
        category_ids: ['One of these categories does not exist any more. Reload the page and choose again.'],
      });
    await this.db.run('UPDATE users SET preferred_categories = ? WHERE id = ?', [
      JSON.stringify(categoryIds),
      userId,
    ]);
    return this.of(userId);
  }

  private async existing(ids: number[]): Promise<Set<number>> {
    if (ids.length === 0) return new Set();
    const rows = await this.db.rows<{ id: number }>(
      `SELECT id FROM categories WHERE id IN ${placesFor(ids)}`,
      ids,
    );
    return new Set(rows.map(({ id }) => id));
  }
}
