import fc from 'fast-check';
import { DomainError } from '../errors/errors';
import { answerList, readListRequest, type ListFields, type ListQuery } from './lists';

const FIELDS: ListFields = {
  sort: { id: 'p.id', title: 'p.title' },
  filter: { id: 'id', status: 'text', q: 'search', is_admin: 'flag' },
};
const read = (query: ListQuery, options?: { whole: boolean }) => readListRequest(query, FIELDS, options);
const rowsOf = (all: number[], { offset, limit }: { offset: number; limit: number }) =>
  all.slice(offset, offset + limit);

describe('a list by page', () => {
  it('has fifteen rows unless asked otherwise', () => {
    expect(read({})).toEqual({
      dialect: 'page',
      offset: 0,
      limit: 15,
      page: 1,
      sort: null,
      filter: {},
    });
    expect(read({ page: '3', per_page: '10' })).toMatchObject({ offset: 20, limit: 10 });
  });

  it('has all rows where the call allows it and no page is asked for', () => {
    expect(read({}, { whole: true }).dialect).toBe('all');
    expect(read({ page: '1' }, { whole: true }).dialect).toBe('page');
    expect(read({ per_page: '5' }, { whole: true }).dialect).toBe('all');
  });

  it('uses the range dialect for a filter without a page, as getMany asks', () => {
    expect(read({ filter: '{"id":[1]}' })).toMatchObject({ dialect: 'range', offset: 0, limit: 1000 });
    expect(read({ filter: '{"id":[1]}' }, { whole: true }).dialect).toBe('range');
    expect(read({ filter: '{"id":[1]}', page: '1' }).dialect).toBe('page');
    expect(read({ filter: '{}', range: '[0,4]' })).toMatchObject({ dialect: 'range', limit: 5 });
  });

  it('shows every row once when next_page_url is followed, for any page size', () => {
    fc.assert(
      fc.property(fc.nat(300), fc.integer({ min: 1, max: 100 }), (total, perPage) => {
        const all = Array.from({ length: total }, (_, n) => n);
        const seen: number[] = [];
        let url: string | null = `/api/videos?page=1&per_page=${perPage}`;
        while (url) {
          const request = read(Object.fromEntries(new URL(url, 'http://x').searchParams));
          const { body } = answerList(request, url, { rows: rowsOf(all, request), total });
          const page = body as {
            data: number[];
            from: number | null;
            to: number | null;
            next_page_url: string | null;
          };
          seen.push(...page.data);
          expect([page.from, page.to]).toEqual(
            page.data.length ? [page.data[0]! + 1, page.data.at(-1)! + 1] : [null, null],
          );
          url = page.next_page_url;
        }
        expect(seen).toEqual(all);
      }),
      { numRuns: 60 },
    );
  });
});

describe('the addresses of the other pages', () => {
  const addresses = (query: string) => {
    const address = `/api/videos${query}`;
    const request = read(Object.fromEntries(new URL(address, 'http://x').searchParams));
    const { body } = answerList(request, address, { rows: [], total: 100 });
    const { prev_page_url, next_page_url } = body as Record<string, string | null>;
    return [prev_page_url, next_page_url];
  };

  it.each([
    ['', null, '?page=2'],
    ['?page=2', '?page=1', '?page=3'],
    ['?page=1&per_page=5', null, '?page=2&per_page=5'],
    ['?q=why?&page=2&per_page=5', '?q=why%3F&page=1&per_page=5', '?q=why%3F&page=3&per_page=5'],
    [
      '?filter=%7B%22id%22%3A%5B1%2C2%5D%7D&page=2',
      '?filter=%7B%22id%22%3A%5B1%2C2%5D%7D&page=1',
      '?filter=%7B%22id%22%3A%5B1%2C2%5D%7D&page=3',
    ],
  ])('keep what else was asked for: %s', (query, previous, next) => {
    const full = (rest: string | null) => rest && `/api/videos${rest}`;
    expect(addresses(query)).toEqual([full(previous), full(next)]);
  });
});

describe('a list by range', () => {
  it.each([
    [{ range: '[0,9]', page: 'abc' }, 'page'],
    [{ filter: '{}', per_page: '-1' }, 'per_page'],
  ])('refuses a page that makes no sense, too: %j', (query, field) => {
    expect(() => read(query)).toThrow(
      expect.objectContaining({ more: { errors: { [field]: [expect.any(String)] } } }),
    );
  });

  it.each([
    [319, '[0,24]', 'videos 0-24/319'],
    [319, '[310,334]', 'videos 310-318/319'],
    [319, '[400,424]', 'videos */319'],
    [0, '[0,24]', 'videos */0'],
  ])('answers a range of %d rows with %s and Content-Range: %s', (total, range, contentRange) => {
    const request = read({ range });
    const rows = rowsOf(
      Array.from({ length: total }, (_, n) => n),
      request,
    );
    expect(answerList(request, '/api/instagram/videos', { rows, total })).toEqual({
      body: rows,
      contentRange,
    });
  });

  it('reads sort and filter by their names on the wire', () => {
    const query = {
      range: '[0,9]',
      sort: '["title","DESC"]',
      filter: '{"id":[1,"2"],"status":"pending","is_admin":1}',
    };
    expect(read(query)).toMatchObject({
      sort: { column: 'p.title', descending: true },
      filter: {
        id: { kind: 'ids', ids: [1, 2] },
        status: { kind: 'texts', texts: ['pending'] },
        is_admin: { kind: 'flag', on: true },
      },
    });
  });
});

it.each<[string, ListQuery, string, string]>([
  [
    'of a filter',
    { filter: '{"user_id":[1]}' },
    'filter',
    '"user_id"; it takes only id, status, q, is_admin.',
  ],
  ['of a sort', { sort: '["password","ASC"]' }, 'sort', '"password"; it takes only id, title.'],
  [
    'without control characters',
    { filter: '{"a\\u0000\\n\\u202eb":1}' },
    'filter',
    '"ab"; it takes only id, status, q, is_admin.',
  ],
  [
    'by its beginning',
    { sort: `["${'x'.repeat(5_000)}","ASC"]` },
    'sort',
    `"${'x'.repeat(60)}"; it takes only id, title.`,
  ],
  [
    'in whole characters',
    { sort: `["${'x'.repeat(59)}🌱","ASC"]` },
    'sort',
    `"${'x'.repeat(59)}"; it takes only id, title.`,
  ],
])('names a field that it does not know: %s', (_what, query, parameter, rest) => {
  const errors = { [parameter]: [`${parameter} does not know ${rest}`] };
  expect(() => read(query)).toThrow(expect.objectContaining({ statusCode: 422, more: { errors } }));
});

it.each(['["title"]', '["title","UP"]', '[1,"ASC"]', '[["title"],"ASC"]', '"title"', 'null', '{}'])(
  'says how a sort is written: %s',
  (sort) => {
    const errors = { sort: ['sort must be ["field","ASC"] or ["field","DESC"].'] };
    expect(() => read({ sort })).toThrow(expect.objectContaining({ more: { errors } }));
  },
);

it('throws only a 422 that names the parameter, whatever is asked', () => {
  const value = fc.oneof(
    fc.string(),
    fc.json(),
    fc.array(fc.string()),
    fc.constantFrom('["title","ASC"]', '[0,24]', '{"id":[1]}', '{"__proto__":1}', '1'),
  );
  const names = ['page', 'per_page', 'range', 'sort', 'filter'];
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...names), value), (query) => {
      try {
        const { sort, filter, offset, limit } = read(query);
        expect(['p.id', 'p.title', undefined]).toContain(sort?.column);
        expect(Object.keys(FIELDS.filter)).toEqual(expect.arrayContaining(Object.keys(filter)));
        expect(Number.isSafeInteger(offset) && offset >= 0 && limit >= 1).toBe(true);
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        expect(error.statusCode).toBe(422);
        for (const name of Object.keys(error.more.errors ?? {})) expect(Object.keys(query)).toContain(name);
      }
    }),
    { numRuns: 500 },
  );
});
