import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock';
import { notFound } from '../common/errors';
import type { ListFields, ListRequest, Page } from '../common/lists';
import { Reviews } from '../connections/reviews';
import { Database, type Statement } from '../database/database';
import { listRows } from '../database/list-rows';
import type { CategoryDto } from './category.dto';
import { viewCategory, type CategoryRow, type CategoryView } from './category.view';

export const CATEGORY_FIELDS: ListFields = {
  sort: { id: 'id', name: 'LOWER(name)', is_active: 'is_active' },
  filter: { id: 'id', q: 'search', is_active: 'flag' },
};

const COLUMNS = 'id, name, description, is_active';

@Injectable()
export class CategoriesService {
  constructor(
    private readonly db: Database,
    private readonly reviews: Reviews,
    private readonly clock: Clock,
  ) {}

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

  /** What is left out stays. @throws DomainError 404 */
  async update(id: number, { name, description, is_active }: CategoryDto): Promise<CategoryView> {
    const given = description !== undefined;
    await this.reviews.change(
      {
        sql: `UPDATE categories SET name = ?, description = ${given ? '?' : 'description'},
                     is_active = COALESCE(?, is_active) WHERE id = ?`,
        params: [
          name,
          ...(given ? [description || null] : []),
          typeof is_active === 'boolean' ? Number(is_active) : null,
          id,
        ],
      },
      this.reviews.reviewingLibraryUsers(),
    );
    return this.get(id);
  }

  /**
   * The videos of the library that were in it stay, without one; nobody prefers it any more.
   * @throws DomainError 404
   */
  async delete(id: number): Promise<CategoryView> {
    const category = await this.get(id);
    await this.reviews.change(
      { sql: 'DELETE FROM categories WHERE id = ?', params: [id] },
      forgettingCategory(id),
      this.reviews.reviewingLibraryUsers(),
    );
    return category;
  }
}

/** Takes the id out of every JSON array of preferred categories, in SQL that both databases know. */
function forgettingCategory(id: number): Statement {
  const forms = [
    [`[${id}]`, '[]'],
    [`[${id},`, '['],
    [`,${id},`, ','],
    [`,${id}]`, ']'],
  ];
  const without = forms.reduce((list) => `REPLACE(${list}, ?, ?)`, 'preferred_categories');
  return {
    sql: `UPDATE users SET preferred_categories = ${without} WHERE preferred_categories LIKE ?`,
    params: [...forms.flat(), `%${id}%`],
  };
}
