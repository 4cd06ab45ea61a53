import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock';
import { notFound } from '../common/errors';
import type { ListFields, ListRequest, Page } from '../common/lists';
import { Database } from '../database/database';
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
    await this.db.run(
      `UPDATE categories SET name = ?, description = ${given ? '?' : 'description'},
              is_active = COALESCE(?, is_active) WHERE id = ?`,
      [
        name,
        ...(given ? [description || null] : []),
        typeof is_active === 'boolean' ? Number(is_active) : null,
        id,
      ],
    );
    return this.get(id);
  }

  /** The videos of the library that were in it stay, without one. @throws DomainError 404 */
  async delete(id: number): Promise<CategoryView> {
    const category = await this.get(id);
    await this.db.run('DELETE FROM categories WHERE id = ?', [id]);
    return category;
  }
}
