export const TEXTS = {
  steps: 'Steps',
  history: 'History',
  close: 'Close',
  loading: 'Loading',
  historyFailed: 'Failed to load the history',
  nothingSent: 'Nothing has been sent yet.',
  postText: 'Post text',
};
