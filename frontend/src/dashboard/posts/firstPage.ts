/** The first page of a list of posts. */
export const FIRST_PAGE = { perPage: 15, sort: { field: 'id', order: 'DESC' } } as const;

/** The data provider's call for it. */
export function firstPageCall(resource: string): string {
  const { perPage, sort } = FIRST_PAGE;
  const query = new URLSearchParams({
    filter: '{}',
    range: JSON.stringify([0, perPage - 1]),
    sort: JSON.stringify([sort.field, sort.order]),
  });
  return `/api/${resource}?${query}`;
}
