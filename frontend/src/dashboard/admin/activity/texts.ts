import type { Activity } from '../../../types';

/** What an entry of the activity log says. */
export const ACTIONS: Record<string, string> = {
  registered: 'Registered',
  signed_in: 'Signed in',
  sign_in_failed: 'Sign-in failed',
  signed_out: 'Signed out',
  session_ended: 'Ended a session',
  other_sessions_ended: 'Ended all other sessions',
  password_changed: 'Changed the password',
  password_reset: 'Reset the password by mail',
  email_changed: 'Changed the email address',
  two_factor_on: 'Turned on two-factor sign-in',
  two_factor_off: 'Turned off two-factor sign-in',
  recovery_code_used: 'Used a recovery code',
  user_added: 'Added a user',
  user_changed: 'Changed a user',
  user_deleted: 'Deleted a user',
  admin_given: 'Made an administrator',
  admin_taken: 'Removed administrator access',
  library_given: 'Allowed shared videos',
  library_taken: 'Stopped shared videos',
  plan_added: 'Added a plan',
  plan_changed: 'Changed a plan',
  plan_deleted: 'Deleted a plan',
  subscription_given: 'Gave a plan',
  subscription_changed: 'Changed a subscription',
  subscription_ended: 'Ended a subscription',
  plan_request_declined: 'Declined a plan request',
  category_added: 'Added a category',
  category_changed: 'Changed a category',
  category_deleted: 'Deleted a category',
  shared_video_added: 'Added a shared video',
  shared_video_changed: 'Changed a shared video',
  shared_video_deleted: 'Deleted a shared video',
} satisfies Record<Activity['action'], string>;

export function actionText(action: string): string {
  const plain = action.replaceAll('_', ' ');
  return ACTIONS[action] ?? plain.charAt(0).toUpperCase() + plain.slice(1);
}

export const TEXTS = {
  activity: 'Activity',
  lead: 'Sign-ins and changes by administrators in the last 180 days.',
  what: 'What',
  everything: 'Everything',
  who: 'Who',
  time: 'Time',
  address: 'Address',
  empty: 'No activity yet',
  emptyHint: 'Sign-ins and changes by administrators appear here.',
  fetchFailed: 'Failed to fetch the activity',
  deletedUser: 'A deleted user',
  userNumber: (id: number) => `User ${id}`,
};
