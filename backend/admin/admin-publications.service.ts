import { Injectable } from '@nestjs/common';
import { expressionBuilder } from 'kysely';
import { notFound } from '../common/errors/errors';
import { toIso, toIsoOrNull } from '../common/time/instants';
import type { ListFields, ListRequest, Page } from '../common/lists/lists';
import { Database } from '../database/database';
import { listOf, type ListedBy } from '../database/list-rows';
import { query, type ColumnsOf, type Tables } from '../database/tables';
import type { AdminPublicationView } from './admin.view';

export const ADMIN_PUBLICATION_FIELDS: ListFields<ColumnsOf<'publish_steps', 'a'> | ColumnsOf<'posts', 'p'>> =
  {
    sort: {
      id: 'a.id',
      at: 'a.started_at',
      step: 'a.step',
      outcome: 'a.outcome',
      code: 'a.code',
      user_id: 'p.user_id',
      post_id: 'a.post_id',
    },
    filter: {
      id: 'id',
      user_id: 'id',
      post_id: 'id',
      kind: 'text',
      step: 'text',
      outcome: 'text',
      q: 'search',
    },
  };

const kindOfStep = expressionBuilder<Tables & { a: Tables['publish_steps'] }, 'a'>()
  .selectFrom('posts as of')
  .select('of.kind')
  .whereRef('of.id', '=', 'a.post_id');

const list = listOf(() => ({
  rows: query
    .selectFrom('publish_steps as a')
    .innerJoin('posts as p', 'p.id', 'a.post_id')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(['a.id', 'a.post_id', 'p.kind', 'p.title', 'p.status as post_status', 'p.user_id'])
    .select(['u.name as user_name', 'u.email as user_email', 'a.step', 'a.outcome', 'a.message'])
    .select(['a.code', 'a.subcode', 'a.trace_id', 'a.remote_id', 'a.started_at', 'a.finished_at']),
  filter: {
    id: 'a.id',
    user_id: 'p.user_id',
    post_id: 'a.post_id',
    kind: kindOfStep,
    step: 'a.step',
    outcome: 'a.outcome',
    q: ['p.title', 'u.email', 'a.message', 'a.trace_id'],
  },
  order: [['a.id', 'desc']],
  base: { table: 'publish_steps', alias: 'a', filters: ['kind'] } as const,
}));

/** The publish log: every call that matters, with Meta's code and trace id. */
@Injectable()
export class AdminPublicationsService {
  constructor(private readonly db: Database) {}

  async list(request: ListRequest): Promise<Page<AdminPublicationView>> {
    const { rows, total } = await list(this.db, request, {});
    return { rows: rows.map(view), total };
  }

  async get(id: number): Promise<AdminPublicationView> {
    const request: ListRequest = {
      dialect: 'range',
      offset: 0,
      limit: 1,
      page: 1,
      sort: null,
      filter: { id: { kind: 'ids', ids: [id] } },
    };
    const [row] = (await this.list(request)).rows;
    if (!row) throw notFound('This step');
    return row;
  }
}

function view({ started_at, finished_at, ...row }: ListedBy<typeof list>): AdminPublicationView {
  return { ...row, at: toIso(started_at), finished_at: toIsoOrNull(finished_at) };
}
