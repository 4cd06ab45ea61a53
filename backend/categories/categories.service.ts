import { Inject, Injectable } from '@nestjs/common';
import { expressionBuilder } from 'kysely';
import { Clock } from '../common/time/clock';
import { notFound } from '../common/errors/errors';
import type { ListFields, ListRequest, Page } from '../common/lists/lists';
import { BulkMarking, type UserRange } from '../accounts/turns/bulk-marking';
import { Database, insertStatement, textOf, type Statement } from '../database/database';
import { DatabaseTime } from '../database/database-time';
import { listOf } from '../database/list-rows';
import { query, type Row, type Tables } from '../database/tables';
import { forgettingCategory, prefers } from '../users/user-changes';
import type { CategoryDto } from './category.dto';
import { viewCategory, type CategoryView } from './category.view';

export const CATEGORY_FIELDS: ListFields<keyof Row<'categories'>> = {
  sort: { id: 'id', name: 'name', is_active: 'is_active' },
  filter: { id: 'id', q: 'search', is_active: 'flag' },
};

const categories = query.selectFrom('categories').select(['id', 'name', 'description', 'is_active']);

/** Ignores case. */
const byName = expressionBuilder<Tables, 'categories'>().fn<string>('lower', ['name']);

const source = {
  rows: categories,
  filter: { id: 'id', q: ['name', 'description'], is_active: 'is_active' } as const,
  sort: { name: byName },
};

/**
 * The whole array is for choosing from, so it is sorted by name; a page begins with the newest row, like every page.
 */
const listAll = listOf(() => ({
  ...source,
  order: [
    [byName, 'asc'],
    ['id', 'asc'],
  ],
}));

const listPage = listOf(() => ({ ...source, order: [['id', 'desc']] }));

/** Bulk marking: users who prefer a category must be checked, and must forget it when it is deleted. */
export const PREFERRING = 'category';
const FORGETTING = 'category-gone';

@Injectable()
export class CategoriesService {
  constructor(
    private readonly db: Database,
    private readonly bulkMarking: BulkMarking,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {
    const reviewing = (category: number, span: UserRange) =>
      bulkMarking.markingDirty(span, mayBePreferring(category));
    bulkMarking.include(PREFERRING, (category, span) => [reviewing(category, span)]);
    bulkMarking.include(FORGETTING, (category, span) => [
      reviewing(category, span),
      textOf(forgettingCategory(category).where('id', '>', span.after).where('id', '<=', span.upTo)),
    ]);
  }

  async list(request: ListRequest): Promise<Page<CategoryView>> {
    const { rows, total } = await (request.dialect === 'all' ? listAll : listPage)(this.db, request, {});
    return { rows: rows.map(viewCategory), total };
  }

  /** @throws DomainError 404 */
  async get(id: number): Promise<CategoryView> {
    const row = await this.db.row(categories.where('id', '=', id));
    if (!row) throw notFound('This category');
    return viewCategory(row);
  }

  /** `also` joins the unit of the change, here and below; the new category is the first row of the unit. */
  async create({ name, description, is_active }: CategoryDto, ...also: Statement[]): Promise<CategoryView> {
    const row = {
      name,
      description: description || null,
      is_active: is_active === false ? 0 : 1,
      created_at: this.clock.now(),
    };
    const [made] = (await this.db.atomically([insertStatement('categories', [row]), ...also])) ?? [];
    return this.get(made?.id ?? 0);
  }

  /** Absent fields keep their values. @throws DomainError 404 */
  async update(
    id: number,
    { name, description, is_active }: Partial<CategoryDto>,
    ...also: Statement[]
  ): Promise<CategoryView> {
    await this.get(id);
    const flag = typeof is_active === 'boolean' ? Number(is_active) : null;
    await this.bulkMarking.change(
      // Comes before the change, because it compares with the old flag. A new name moves no posts.
      ...(flag === null ? [] : this.askingIfSwitched(id, flag)),
      textOf(
        query
          .updateTable('categories')
          .set(({ ref }) => ({
            name: name ?? ref('name'),
            description: description === undefined ? ref('description') : description || null,
            is_active: flag ?? ref('is_active'),
          }))
          .where('id', '=', id),
      ),
      ...also,
    );
    return this.get(id);
  }

  /**
   * Deletes the category. Its library videos stay, without a category, and no user prefers it any more.
   * @throws DomainError 404
   */
  async delete(id: number, ...also: Statement[]): Promise<CategoryView> {
    const category = await this.get(id);
    await this.bulkMarking.change(
      textOf(query.deleteFrom('categories').where('id', '=', id)),
      this.bulkMarking.request(FORGETTING, id),
      ...also,
    );
    return category;
  }

  private askingIfSwitched(id: number, flag: number): Statement[] {
    const holding = query
      .updateTable('categories')
      .set(({ ref }) => ({ id: ref('id') }))
      .where('id', '=', id);
    const asking = query
      .insertInto('bulk_marks')
      .columns(['scope', 'subject'])
      .expression(
        query
          .selectFrom('categories')
          .select(({ val }) => [val(PREFERRING).as('scope'), 'id as subject'])
          .where('id', '=', id)
          .where('is_active', '<>', flag),
      );
    // Locks the row first, so that no other unit switches it in between.
    return [textOf(holding), textOf(asking)];
  }
}

/** A query of `users`, as bulk marking takes it. */
const mayBePreferring = (category: number) =>
  query
    .selectFrom('users')
    .select('id')
    .where((user) => user.or([user('can_use_shared_videos', '=', 1), user('is_admin', '=', 1)]))
    .where(prefers(category));
