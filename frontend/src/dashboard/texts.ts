export const TEXTS = {
  failedToFetchCategories: 'Failed to fetch categories',
};
