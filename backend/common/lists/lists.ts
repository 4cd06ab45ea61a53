import { invalid, type DomainError } from '../errors/errors';

/**
 * Lists in two dialects with one implementation: `?page=n` answers an envelope, `?range=[a,b]` an array with
 * Content-Range. The latter is what ra-data-simple-rest speaks; its getMany sends only a filter.
 */
export interface ListFields<Column extends string = string> {
  /** Wire name of a sortable field → its column. */
  sort: Record<string, Column>;
  /** Wire name of a filterable field → how its value is read. */
  filter: Record<string, 'id' | 'text' | 'search' | 'flag' | 'presence' | 'from' | 'until'>;
  /** Filters whose one value may also be given as a parameter of their own. */
  parameters?: readonly string[];
}

export interface ListRequest {
  dialect: 'page' | 'range' | 'all';
  offset: number;
  limit: number;
  page: number;
  sort: { column: string; descending: boolean } | null;
  filter: Record<string, FilterValue>;
}

export type FilterValue =
  | { kind: 'ids'; ids: number[] }
  | { kind: 'texts'; texts: string[] }
  /** `folds`: the column is to be folded too. */
  | { kind: 'search'; text: string; folds?: true }
  | { kind: 'flag'; on: boolean }
  | { kind: 'presence'; on: boolean }
  /** `until` is exclusive. Whoever knows the caller's time zone reads the text and adds the instant. */
  | { kind: 'from' | 'until'; text: string; at?: number };

export interface Page<T> {
  rows: T[];
  total: number;
}

const PER_PAGE = 15;
const MOST = 100;
const MOST_IN_RANGE = 1000;
/** Of a field that there is not; the beginning tells which one is meant. */
const LONGEST_NAME_SHOWN = 60;

export type ListQuery = Record<string, unknown>;

/**
 * @param whole whether a request without page or range gets all rows
 * @throws DomainError 422 that names the invalid parameter
 */
export function readListRequest(query: ListQuery, fields: ListFields, { whole = false } = {}): ListRequest {
  const filter = { ...readFilter(query.filter, fields), ...readParameters(query, fields) };
  const sort = readSort(query.sort, fields);
  const page = readWhole(query.page, 'page', 1, 1_000_000_000);
  const perPage = readWhole(query.per_page, 'per_page', PER_PAGE, MOST);
  if (query.range !== undefined || (query.filter !== undefined && query.page === undefined)) {
    const [from, to] = query.range === undefined ? [0, MOST_IN_RANGE - 1] : readRange(query.range);
    return { dialect: 'range', offset: from, limit: to - from + 1, page: 1, sort, filter };
  }
  if (whole && query.page === undefined)
    return { dialect: 'all', offset: 0, limit: Number.MAX_SAFE_INTEGER, page: 1, sort, filter };
  return { dialect: 'page', offset: (page - 1) * perPage, limit: perPage, page, sort, filter };
}

/**
 * The body of a list's answer, and the Content-Range header where the dialect has one. `address`: that of the call, whose
 * other parameters the addresses of other pages keep.
 */
export function answerList<T>(
  request: ListRequest,
  address: string,
  { rows, total }: Page<T>,
): { body: unknown; contentRange?: string } {
  // A parameter may contain further question marks.
  const [path = ''] = address.split('?', 1);
  if (request.dialect === 'all') return { body: rows };
  const first = request.offset + 1;
  const last = request.offset + rows.length;
  if (request.dialect === 'range') {
    const unit = path.split('/').pop() ?? 'items';
    const span = rows.length ? `${first - 1}-${last - 1}` : '*';
    return { body: rows, contentRange: `${unit} ${span}/${total}` };
  }
  const lastPage = Math.max(1, Math.ceil(total / request.limit));
  const url = (page: number) => {
    const parameters = new URLSearchParams(address.slice(path.length));
    parameters.set('page', String(page));
    return `${path}?${parameters.toString()}`;
  };
  return {
    body: {
      data: rows,
      current_page: request.page,
      last_page: lastPage,
      per_page: request.limit,
      total,
      from: rows.length ? first : null,
      to: rows.length ? last : null,
      prev_page_url: request.page > 1 ? url(Math.min(request.page - 1, lastPage)) : null,
      next_page_url: request.page < lastPage ? url(request.page + 1) : null,
    },
  };
}

function readWhole(value: unknown, name: string, fallback: number, max: number): number {
  if (value === undefined) return fallback;
  const number = Number(value);
  if (typeof value === 'string' && /^[1-9]\d{0,9}$/.test(value) && number <= max) return number;
  throw invalid({ [name]: [`${name} must be a whole number from 1 to ${max}.`] });
}

function readRange(value: unknown): [number, number] {
  const range = parse(value, 'range');
  if (Array.isArray(range) && range.length === 2 && range.every((edge) => Number.isInteger(edge))) {
    const [from, to] = range as [number, number];
    if (from >= 0 && to >= from && to - from < MOST_IN_RANGE && to <= Number.MAX_SAFE_INTEGER)
      return [from, to];
  }
  throw invalid({ range: [`range must be [first,last] with at most ${MOST_IN_RANGE} rows, like [0,24].`] });
}

function readSort(value: unknown, fields: ListFields): ListRequest['sort'] {
  if (value === undefined) return null;
  const sort = parse(value, 'sort');
  const [field, direction] = (Array.isArray(sort) && sort.length === 2 ? sort : []) as unknown[];
  if (typeof field !== 'string' || (direction !== 'ASC' && direction !== 'DESC'))
    throw invalid({ sort: ['sort must be ["field","ASC"] or ["field","DESC"].'] });
  const column = Object.hasOwn(fields.sort, field) ? fields.sort[field] : undefined;
  if (!column) throw unknownField('sort', field, fields.sort);
  return { column, descending: direction === 'DESC' };
}

function readFilter(value: unknown, fields: ListFields): ListRequest['filter'] {
  if (value === undefined) return {};
  const filter = parse(value, 'filter');
  if (typeof filter !== 'object' || filter === null || Array.isArray(filter))
    throw invalid({ filter: ['filter must be an object, like {"id":[1,2]}.'] });
  const read: ListRequest['filter'] = {};
  for (const [name, given] of Object.entries(filter)) {
    const kind = Object.hasOwn(fields.filter, name) ? fields.filter[name] : undefined;
    if (!kind) throw unknownField('filter', name, fields.filter);
    read[name] = readFilterValue(name, kind, given);
  }
  return read;
}

/** The name is whatever the client sent. */
function unknownField(parameter: 'sort' | 'filter', name: string, known: object): DomainError {
  const shown = name.slice(0, LONGEST_NAME_SHOWN).replace(/\p{C}/gu, '');
  const takes = Object.keys(known).join(', ');
  return invalid({ [parameter]: [`${parameter} does not know "${shown}"; it takes only ${takes}.`] });
}

function readParameters(query: ListQuery, fields: ListFields): ListRequest['filter'] {
  const { parameters = [], filter } = fields;
  const read: ListRequest['filter'] = {};
  for (const name of parameters) {
    const kind = filter[name] ?? 'id';
    const given = query[name];
    if (given !== undefined)
      read[name] = kind === 'id' ? oneId(given, name) : readParameter(name, kind, given);
  }
  return read;
}

const oneId = (given: unknown, name: string): FilterValue => ({
  kind: 'ids',
  ids: [readId(given, name) ?? 0],
});

function readParameter(name: string, kind: ListFields['filter'][string], given: unknown): FilterValue {
  const isFlag = kind === 'flag' || kind === 'presence';
  const value = filterValueOf(kind, isFlag ? { 0: 0, 1: 1 }[given as string] : given);
  if (value && typeof given === 'string') return value;
  throw invalid({ [name]: [`${name} has a value that makes no sense.`] });
}

/** An id that a request may give as a parameter. @throws DomainError 422 for anything else */
export function readId(value: unknown, name: string): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'string' && isId(value)) return Number(value);
  throw invalid({ [name]: [`${name} must be an id.`] });
}

function readFilterValue(name: string, kind: ListFields['filter'][string], given: unknown): FilterValue {
  const value = filterValueOf(kind, given);
  if (value) return value;
  throw invalid({ filter: [`filter has a value for ${name} that makes no sense.`] });
}

function filterValueOf(kind: ListFields['filter'][string], given: unknown): FilterValue | undefined {
  const values = Array.isArray(given) ? (given as unknown[]) : [given];
  if (values.length <= MOST_IN_RANGE) {
    if (kind === 'id' && values.every(isId)) return { kind: 'ids', ids: values.map(Number) };
    if (kind === 'text' && values.every((text) => typeof text === 'string'))
      return { kind: 'texts', texts: values };
    if (kind === 'search' && typeof given === 'string' && given.length <= 255)
      return { kind: 'search', text: given.normalize('NFC') };
    if ((kind === 'flag' || kind === 'presence') && [0, 1, true, false].includes(given as number))
      return { kind, on: Boolean(given) };
    if ((kind === 'from' || kind === 'until') && typeof given === 'string' && given.length <= 40)
      return { kind, text: given };
  }
  return undefined;
}

function isId(value: unknown): boolean {
  return (typeof value === 'number' || typeof value === 'string') && /^\d{1,10}$/.test(String(value));
}

function parse(value: unknown, name: string): unknown {
  try {
    if (typeof value === 'string' && value.length <= 20_000) return JSON.parse(value) as unknown;
  } catch {
    // Reported below, in the same words as every other invalid value.
  }
  throw invalid({ [name]: [`${name} must be JSON.`] });
}
