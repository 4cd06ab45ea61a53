import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock';
import { notFound } from '../common/errors';
import type { ListFields, ListRequest, Page } from '../common/lists';
import { WideReviews, type Span } from '../connections/wide-reviews';
import { Database, type Statement } from '../database/database';
import { listRows } from '../database/list-rows';
import type { CategoryDto } from './category.dto';
import { viewCategory, type CategoryRow, type CategoryView } from './category.view';

export const CATEGORY_FIELDS: ListFields = {
  sort: { id: 'id', name: 'LOWER(name)', is_active: 'is_active' },
  filter: { id: 'id', q: 'search', is_active: 'flag' },
};

const COLUMNS = 'id, name, description, is_active';

/** Those who prefer a category have to be looked at; and forget it, when it is gone. */
export const PREFERRING = 'category';
const FORGETTING = 'category-gone';

/** Of a user; the parameter is the id between commas and wildcards. */
const PREFERS = "REPLACE(REPLACE(preferred_categories, '[', ','), ']', ',') LIKE ?";

@Injectable()
export class CategoriesService {
  constructor(
    private readonly db: Database,
    private readonly reviews: WideReviews,
    private readonly clock: Clock,
  ) {
    const reviewing = (category: number, span: Span) =>
      reviews.reviewing(span, `(can_use_shared_videos = 1 OR is_admin = 1) AND ${PREFERS}`, [
        `%,${category},%`,
      ]);
    reviews.include(PREFERRING, (category, span) => [reviewing(category, span)]);
    reviews.include(FORGETTING, (category, span) => [
      reviewing(category, span),
      forgettingCategory(category, span),
    ]);
  }

  /** The whole array is what people choose from, so it goes by name; a page begins with the newest, as every page does. */
  async list(request: ListRequest): Promise<Page<CategoryView>> {
    const { rows, total } = await listRows<CategoryRow>(this.db, request, {
      from: 'categories',
      columns: COLUMNS,
      filter: { id: 'id', q: ['name', 'description'], is_active: 'is_active' },
      order: request.dialect === 'all' ? 'LOWER(name), id' : 'id DESC',
    });
    return { rows: rows.map(viewCategory), total };
  }

  /** @throws DomainError 404 */
  async get(id: number): Promise<CategoryView> {
    const row = await this.db.row<CategoryRow>(`SELECT ${COLUMNS} FROM categories WHERE id = ?`, [id]);
    if (!row) throw notFound('This category');
    return viewCategory(row);
  }

  async create({ name, description, is_active }: CategoryDto): Promise<CategoryView> {
    const id = await this.db.insert('categories', {
      name,
      description: description || null,
      is_active: is_active === false ? 0 : 1,
      created_at: this.clock.now(),
    });
    return this.get(id);
  }

  /** What is left out stays. `also` goes into the unit of the change, here and below. @throws DomainError 404 */
  async update(
    id: number,
    { name, description, is_active }: Partial<CategoryDto>,
    ...also: Statement[]
  ): Promise<CategoryView> {
    await this.get(id);
    const given = description !== undefined;
    const flag = typeof is_active === 'boolean' ? Number(is_active) : null;
    await this.reviews.change(
      // Before the change: a new name moves nobody's posts.
      ...(flag === null ? [] : this.askingIfSwitched(id, flag)),
      {
        sql: `UPDATE categories SET name = COALESCE(?, name), description = ${given ? '?' : 'description'},
                     is_active = COALESCE(?, is_active) WHERE id = ?`,
        params: [name ?? null, ...(given ? [description || null] : []), flag, id],
      },
      ...also,
    );
    return this.get(id);
  }

  /**
   * The videos of the library that were in it stay, without one; nobody prefers it any more.
   * @throws DomainError 404
   */
  async delete(id: number, ...also: Statement[]): Promise<CategoryView> {
    const category = await this.get(id);
    await this.reviews.change(
      { sql: 'DELETE FROM categories WHERE id = ?', params: [id] },
      this.reviews.asking(FORGETTING, id),
      ...also,
    );
    return category;
  }

  private askingIfSwitched(id: number, flag: number): Statement[] {
    return [
      // Takes the row: nobody else switches it in between.
      { sql: 'UPDATE categories SET id = id WHERE id = ?', params: [id] },
      {
        sql: 'INSERT INTO wide_reviews (scope, subject) SELECT ?, id FROM categories WHERE id = ? AND is_active <> ?',
        params: [PREFERRING, id, flag],
      },
    ];
  }
}

/** Takes the id out of the JSON arrays of preferred categories, in SQL that both databases know. */
function forgettingCategory(id: number, { after, upTo }: Span): Statement {
  const forms = [
    [`[${id}]`, '[]'],
    [`[${id},`, '['],
    [`,${id},`, ','],
    [`,${id}]`, ']'],
  ];
  const without = forms.reduce((list) => `REPLACE(${list}, ?, ?)`, 'preferred_categories');
  return {
    sql: `UPDATE users SET preferred_categories = ${without} WHERE id > ? AND id <= ? AND ${PREFERS}`,
    params: [...forms.flat(), after, upTo, `%,${id},%`],
  };
}
