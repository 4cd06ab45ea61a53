/** As the `meta` of a query: a page beyond the last one is answered with the rows of the last one. */
export const UP_TO_LAST_PAGE = { upToLastPage: true };

export const isUpToLastPage = (meta: unknown): boolean =>
  (meta as Partial<typeof UP_TO_LAST_PAGE> | undefined)?.upToLastPage === true;
