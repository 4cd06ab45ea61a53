export const TEXTS = {
  failedToFetchCategories: 'Failed to fetch categories',
  shortenBy: (count: string) => `Shorten it by ${count}.`,
};
