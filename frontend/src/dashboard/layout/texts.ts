export const TEXTS = {
  tryAgain: 'Try again',
  resultsShown: (from: number, value: number, total: number) =>
    `Showing ${from} to ${value} of ${total} results`,
  previous: 'Previous',
  next: 'Next',
  pages: 'Pages',
  cancel: 'Cancel',
  uploadVideos: 'Upload videos',
  deleteQuestion: (noun: string) => `Delete this ${noun}?`,
  deleting: 'Deleting...',
  delete: 'Delete',
  edit: 'Edit',
  editNamed: (name: string) => `Edit ${name}`,
  deleteNamed: (name: string) => `Delete ${name}`,
};
