export const TEXTS = {
  scheduled: (many: string) => `${many} scheduled`,
  deleted: (many: string) => `${many} deleted`,
  scheduledAmongThem: (count: number) =>
    count === 1
      ? '1 of them is scheduled and will not go out.'
      : `${count} of them are scheduled and will not go out.`,
  deleteQuestion: (many: string) => `Delete ${many}?`,
  cancel: 'Cancel',
  deleting: 'Deleting...',
  deleteMany: (many: string) => `Delete ${many}`,
  thenEvery: 'Then every',
  unit: 'Unit',
  scheduleMany: (count: string) => `Schedule ${count}`,
  scheduleHint: 'Posts go out one after another, oldest upload first.',
  firstPostAt: 'First post at',
  inYourZone: (zone: string) => `In your time zone, ${zone}`,
  scheduling: 'Scheduling...',
  schedule: 'Schedule',
  preview: 'When each post goes out',
  selectedPosts: (many: string) => `Selected ${many}`,
  selectedCount: (count: number) => `${count} selected`,
  notOnThisPage: (elsewhere: number) => `${elsewhere} not on this page`,
  delete: 'Delete',
  deleteSelected: 'Delete selected',
  clearSelection: 'Clear selection',
  select: (title: string) => `Select ${title}`,
};
