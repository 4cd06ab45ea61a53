import { isolated } from '../../../format';

export const TEXTS = {
  ended: 'Subscription ended successfully',
  endFailed: 'Failed to end the subscription',
  endHint:
    'It ends immediately and cannot be resumed. Their posts are kept, but none goes out until they have a plan again.',
  endScheduledHint:
    'It has not started, and now it never will. A plan that it was going to replace keeps its original end.',
  endQuestion: (planName: string, userName: string) => `End ${isolated(planName)} of ${isolated(userName)}?`,
  cancel: 'Cancel',
  ending: 'Ending...',
  endSubscription: 'End subscription',
  subscriptions: 'Subscriptions',
  lead: 'Who has which plan, and for how long.',
  search: 'Search by user or plan',
  status: 'Status',
  anyStatus: 'Any status',
  active: 'Active',
  expired: 'Expired',
  inactive: 'Inactive',
  user: 'User',
  plan: 'Plan',
  starts: 'Starts',
  ends: 'Ends',
  empty: 'No subscriptions yet',
  emptyHint: 'Give a user a plan under Users.',
  fetchFailed: 'Failed to fetch subscriptions',
  extend: 'Extend',
  giveAgain: 'Give again',
  actionOnPlan: (verb: string, planName: string, userName: string) => `${verb}: ${planName} of ${userName}`,
  end: 'End',
  endNamed: (planName: string, userName: string) => `End: ${planName} of ${userName}`,
};
