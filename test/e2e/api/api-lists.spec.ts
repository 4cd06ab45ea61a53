import { startTestApp, type TestApp } from '../../support/app';
import { answerOf, cases, isList, operations, type Operation } from '../../support/api-document';
import type { Client } from '../../support/client';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.users.admin();
  await app.users.grant(admin, 1);
});
afterAll(() => app.end());

const LISTS = cases(isList);

it('finds every list by its parameters', () => {
  const lists = operations.filter((operation) => answerOf(operation).oneOf?.[1]?.type === 'array');
  expect(lists.map(({ name }) => name)).toEqual(LISTS.map(([name]) => name));
});

describe.each(LISTS)('%s', (_, operation) => {
  const get = (query: string) => admin.get(`${operation.path}?${query}`);

  it('describes the parameters of a list', () => {
    const names = operation.spec.parameters
      .filter((each: any) => each.in === 'query' && !each.required && each.description && each.schema.type)
      .map((each: any) => each.name);
    expect(names).toEqual(expect.arrayContaining(['page', 'per_page', 'range', 'sort', 'filter']));
  });

  it('sorts by each field that it names', async () => {
    const fields = fieldsOf(operation, 'sort');
    expect(fields.length).toBeGreaterThan(0);
    for (const [field] of fields)
      expect([field, (await get(`sort=${asJson([field, 'ASC'])}`)).status]).toEqual([field, 200]);
  });

  it('filters by each field that it names', async () => {
    const fields = fieldsOf(operation, 'filter');
    expect(fields.length).toBeGreaterThan(0);
    for (const [field, kind = ''] of fields) {
      const value = kind.startsWith('a text') ? 'a' : kind.startsWith('a date') ? '2026-12-01' : 1;
      expect([field, (await get(`filter=${asJson({ [field]: value })}`)).status]).toEqual([field, 200]);
    }
  });

  it('answers an envelope and an array', async () => {
    const page = await get('page=1&per_page=2');
    expect(Object.keys(page.body).sort()).toEqual(
      Object.keys(answerOf(operation).oneOf[0].properties).sort(),
    );
    const range = await get('range=[0,1]');
    expect([Array.isArray(range.body), range.headers.get('content-range')]).toEqual([
      true,
      expect.stringMatching(/^[a-z-]+ (\d+-\d+|\*)\/\d+$/),
    ]);
  });

  it.each(['page=0', 'per_page=101', 'range=[1]', 'sort=["password","ASC"]', 'filter={"x":1}'])(
    'refuses %s',
    async (query) => {
      expect((await get(query)).status).toBe(422);
    },
  );
});

const asJson = (value: unknown) => encodeURIComponent(JSON.stringify(value));

/** What the description of a parameter names: each field, and for a filter what it takes. */
function fieldsOf({ spec }: Operation, parameter: string): [field: string, kind?: string][] {
  const { description } = spec.parameters.find(({ name }: any) => name === parameter);
  const named = description.slice(description.indexOf('Fields: '));
  return [...named.matchAll(/`(\w+)`(?: \(([^)]*)\))?/g)].map(([, field, kind]) => [field, kind]);
}
