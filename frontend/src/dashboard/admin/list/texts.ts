export const TEXTS = {
  adminsOnly: 'Only administrators can see this.',
  actions: 'Actions',
  loading: 'Loading',
  noMatch: 'No results',
  noMatchHint: 'Try another search or clear the filters.',
  sortBy: 'Sort by',
  newest: 'Newest',
  ascending: (label: string) => `${label}, ascending`,
  descending: (label: string) => `${label}, descending`,
};
