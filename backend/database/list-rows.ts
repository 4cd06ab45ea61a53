import {
  sql,
  type Expression,
  type OrderByDirection,
  type SelectQueryBuilder,
  type SqlBool,
  type StringReference,
} from 'kysely';
import { BoundedMap } from '../common/limits/bounded-map';
import type { FilterValue, ListRequest, Page } from '../common/lists/lists';
import type { Database } from './database';
import { folded } from './folded';
import { keep, PLACES, type Values } from './prepared';
import { query, type Query, type TableName } from './tables';

type Column<Tables, Names extends keyof Tables> = StringReference<Tables, Names> | Expression<unknown>;

type Ordered<By> = readonly [by: By, direction: OrderByDirection];

interface ListSource<Tables, Names extends keyof Tables, Row> {
  /** The rows of one owner, with the columns that are shown. */
  rows: SelectQueryBuilder<Tables, Names, Row>;
  /** Wire name of an allow-listed filter → its column. `search` may name several. */
  filter?: Record<string, Column<Tables, Names> | readonly Column<Tables, Names>[]>;
  /** Requested column → the expression to sort by, if that is not the column itself. */
  sort?: Record<string, Expression<unknown>>;
  /** The default order, and the order among equals. */
  order: Ordered<Column<Tables, Names>>[];
  /** The column that orders equals in the requested direction, instead of `order`. */
  ties?: Column<Tables, Names>;
  /**
   * The table of which the rows are, if all of its rows are listed and each makes exactly one row of the list. Joining
   * what is only counted or skipped blocks the process for seconds on SQLite.
   */
  base?: Base;
}

interface Base {
  table: TableName;
  alias: string;
  /** Filters by an expression that needs no joined table. */
  filters?: readonly string[];
}

interface Counted {
  total_rows: number;
}

/** The statements of a list for requests of one shape. */
interface Statements<Row> {
  page: (values: Values) => Query<Row & Counted>;
  count: (values: Values) => Query<Counted>;
}

const BEYOND_ASCII = /[^\0-\x7f]/;

/** LIMIT of a list without an end; below the maximum of either database. */
const ALL = 2 ** 31 - 1;

/** Shapes of requests that are kept per list. Each order and each set of filters is one; so is each number of ids. */
const MOST_WAYS = 100;

/** Reads the rows that a list request asks for, and the total. */
export type List<Given, Row> = (db: Database, request: ListRequest, values: Given) => Promise<Page<Row>>;

/** The row type of a list. */
export type ListedBy<Listing> = Listing extends List<never, infer Row> ? Row : never;

/**
 * A list: one statement, whatever the length, and a second one past its end. Lists are the hottest reads, so the
 * statements for each shape of request are built once. `build` receives places for values, as in `prepared`.
 */
export function listOf<Given extends Values, Tables, Names extends keyof Tables, Row>(
  build: (values: Given) => ListSource<Tables, Names, Row>,
): List<Given, Row> {
  const source = build(PLACES as Given);
  const ways = new BoundedMap<string, Statements<Row>>(MOST_WAYS);
  return async (db, asked, given) => {
    const request = db.likeIsExact ? foldingSearches(asked) : asked;
    const way = wayOf(request);
    const known = ways.get(way) ?? compile(source, request);
    ways.set(way, known);
    const { page, count } = known;
    const values: Values = {
      ...given,
      ...filterValues(request),
      limit_rows: Math.min(request.limit, ALL),
      offset_rows: request.offset,
    };
    const rows = await db.rows(page(values));
    const counted = rows[0] ?? (request.offset > 0 ? await db.row(count(values)) : undefined);
    const total = counted?.total_rows ?? 0;
    // The total travels with each row, so that a page is one statement. It is the last property of a row, so that
    // deleting it is cheap; a copy of the row would not be.
    for (const row of rows) delete (row as Partial<Counted>).total_rows;
    return { rows, total };
  };
}

/** SQL's own `like` suffices for ASCII, and is faster. */
function foldingSearches(request: ListRequest): ListRequest {
  const filters = Object.entries(request.filter).map(([name, value]): [string, FilterValue] =>
    value.kind === 'search' && BEYOND_ASCII.test(value.text)
      ? [name, { ...value, text: folded(value.text), folds: true }]
      : [name, value],
  );
  return { ...request, filter: Object.fromEntries(filters) };
}

/** Equal for requests that differ only in their values. */
function wayOf({ sort, filter }: ListRequest): string {
  const filters = Object.entries(filter).map(([name, value]) => {
    if (value.kind === 'ids') return `${name} ${value.ids.length}`;
    if (value.kind === 'texts') return `${name} ${value.texts.length}`;
    if (value.kind === 'presence') return `${name} ${value.on}`;
    return value.kind === 'search' && value.folds ? `${name} folded` : name;
  });
  return [sort ? `${sort.column} ${sort.descending}` : '', ...filters].join(',');
}

function compile<Tables, Names extends keyof Tables, Row>(
  source: ListSource<Tables, Names, Row>,
  request: ListRequest,
): Statements<Row> {
  const filters = Object.entries(request.filter).map(
    ([name, value]) => [name, value, [source.filter?.[name] ?? []].flat()] as const,
  );
  const conditions = filters.map(([name, value, columns]) => condition(name, value, columns.map(refTo)));
  const matching = conditions.reduce((rows, each) => rows.where(each), source.rows);
  const order = orderOf(request, source);
  const isOfBase = (column: unknown) =>
    typeof column === 'string' && column.startsWith(`${source.base?.alias}.`);
  const base =
    source.base &&
    filters.every(([name, , columns]) => source.base?.filters?.includes(name) || columns.every(isOfBase))
      ? conditions.reduce((rows, each) => rows.where(each), allOf(source.base))
      : undefined;
  const total = sql<number>`count(*)`.as('total_rows');
  const count = base?.select(total) ?? matching.clearSelect().select(total);
  const at = PLACES as { limit_rows: number; offset_rows: number };
  const chosen =
    source.base && base && order.every(([column]) => isOfBase(column))
      ? among(source.base, inOrder(base, order).limit(at.limit_rows).offset(at.offset_rows))
      : undefined;
  const rows = (chosen ? source.rows.where(chosen) : matching).select(count.as('total_rows'));
  const page = inOrder(rows, order);
  return {
    page: keep((chosen ? page : page.limit(at.limit_rows).offset(at.offset_rows)) as Query<Row & Counted>),
    count: keep(count as Query<Counted>),
  };
}

const allOf = ({ table, alias }: Base) =>
  query.selectFrom(sql<{ id: number }>`${sql.table(table)}`.as(alias));

/** MySQL takes no LIMIT directly in an IN. */
function among({ alias }: Base, some: ReturnType<typeof allOf>): Expression<SqlBool> {
  const id = sql.ref<number>(`${alias}.id`);
  const chosen = query.selectFrom(some.select(id.as('id')).as('chosen')).select('chosen.id');
  return sql`${id} in ${chosen}`;
}

const inOrder = <Tables, Names extends keyof Tables, Row>(
  rows: SelectQueryBuilder<Tables, Names, Row>,
  order: readonly Ordered<string | Expression<unknown>>[],
): SelectQueryBuilder<Tables, Names, Row> =>
  order.reduce((all, [column, direction]) => all.orderBy(refTo(column), direction), rows);

function orderOf<Tables, Names extends keyof Tables, Row>(
  { sort }: ListRequest,
  { order, ties, sort: by }: ListSource<Tables, Names, Row>,
): Ordered<string | Expression<unknown>>[] {
  if (!sort) return order;
  const direction = sort.descending ? 'desc' : 'asc';
  const column = by?.[sort.column] ?? sort.column;
  return [[column, direction], ...(ties ? [[ties, direction] as const] : order)];
}

const refTo = (column: string | Expression<unknown>): Expression<unknown> =>
  typeof column === 'string' ? sql.ref(column) : column;

function condition(name: string, value: FilterValue, columns: Expression<unknown>[]): Expression<SqlBool> {
  const [column = sql.lit(null)] = columns;
  const at = PLACES as Record<string, string>;
  if (value.kind === 'ids' || value.kind === 'texts') {
    const many = value.kind === 'ids' ? value.ids : value.texts;
    const places = many.map((_, n) => sql.val(at[placeOf(name, n)]));
    return sql`${column} in (${places.length ? sql.join(places) : sql.lit(null)})`;
  }
  if (value.kind === 'flag') return sql`${column} = ${at[placeOf(name)]}`;
  if (value.kind === 'presence') return value.on ? sql`${column} is not null` : sql`${column} is null`;
  if (value.kind === 'from') return sql`${column} >= ${at[placeOf(name)]}`;
  if (value.kind === 'until') return sql`${column} < ${at[placeOf(name)]}`;
  const texts = 'folds' in value ? columns.map((each) => sql`folded(${each})`) : columns;
  return sql`(${sql.join(
    texts.map((each) => sql`${each} like ${at[placeOf(name)]} escape '!'`),
    sql` or `,
  )})`;
}

/** The place of a filter's value; `n` counts the values of one filter. */
const placeOf = (name: string, n = 0): string => `filter ${name} ${n}`;

/** The values for the places of `condition`. */
function filterValues({ filter }: ListRequest): Values {
  const values: Values = {};
  for (const [name, value] of Object.entries(filter)) {
    if (value.kind === 'ids') value.ids.forEach((id, n) => (values[placeOf(name, n)] = id));
    else if (value.kind === 'texts') value.texts.forEach((text, n) => (values[placeOf(name, n)] = text));
    else if (value.kind === 'flag') values[placeOf(name)] = value.on ? 1 : 0;
    else if (value.kind === 'from' || value.kind === 'until') values[placeOf(name)] = value.at ?? null;
    else if (value.kind === 'search') values[placeOf(name)] = `%${value.text.replace(/[!%_]/g, '!$&')}%`;
  }
  return values;
}
