import type { Activity } from '../../../types';

/** What the activity list says of the user's own actions. */
const OWN: Record<string, string> = {
  registered: 'You created your account',
  signed_in: 'You signed in',
  sign_in_failed: 'A sign-in failed',
  signed_out: 'You signed out',
  session_ended: 'You ended a session',
  other_sessions_ended: 'You ended all other sessions',
  password_changed: 'You changed your password',
  password_reset: 'Your password was reset by mail',
  email_changed: 'You changed your email address',
  two_factor_on: 'You turned on two-factor sign-in',
  two_factor_off: 'You turned off two-factor sign-in',
  recovery_code_used: 'A recovery code was used to sign in',
  user_added: 'You added a person',
  user_changed: 'You changed the name of a user',
  user_deleted: 'You deleted a user',
  admin_given: 'You made somebody an administrator',
  admin_taken: 'You took administrator rights from somebody',
  library_given: 'You allowed somebody to use shared videos',
  library_taken: 'You no longer allow somebody to use shared videos',
  plan_added: 'You added a plan',
  plan_changed: 'You changed a plan',
  plan_deleted: 'You deleted a plan',
  subscription_given: 'You gave somebody a plan',
  subscription_changed: 'You changed the end of a subscription',
  subscription_ended: 'You ended a subscription',
  plan_request_declined: 'You declined a request for a plan',
  category_added: 'You added a category',
  category_changed: 'You changed a category',
  category_deleted: 'You deleted a category',
  shared_video_added: 'You added a shared video',
  shared_video_changed: 'You changed a shared video',
  shared_video_deleted: 'You deleted a shared video',
} satisfies Record<Activity['action'], string>;

/** What it says of an administrator's actions on the account. */
const BY_ADMIN: Record<string, string> = {
  two_factor_off: 'An administrator turned off your two-factor sign-in',
  user_added: 'An administrator created your account',
  user_changed: 'An administrator changed your name',
  email_changed: 'An administrator changed your email address',
  admin_given: 'An administrator made you an administrator',
  admin_taken: 'An administrator took your administrator rights',
  library_given: 'An administrator allowed you to use shared videos',
  library_taken: 'An administrator no longer allows you to use shared videos',
  subscription_given: 'An administrator gave you a plan',
  subscription_changed: 'An administrator changed the end of your subscription',
  subscription_ended: 'An administrator ended your subscription',
  plan_request_declined: 'An administrator declined your request for a plan',
};

const OTHERS_EMAIL = "You changed somebody's email address";
const OTHERS_TWO_FACTOR = "You turned off somebody's two-factor sign-in";

/** An entry of the user's own activity as a sentence. */
export function activityText({ user_id, action, target }: Activity, me: number): string {
  const plain = action.replaceAll('_', ' ');
  if (user_id !== me) return BY_ADMIN[action] ?? `An administrator: ${plain}`;
  const isOthers = target?.startsWith('user:') === true && target !== `user:${me}`;
  if (isOthers && action === 'email_changed') return OTHERS_EMAIL;
  if (isOthers && action === 'two_factor_off') return OTHERS_TWO_FACTOR;
  return OWN[action] ?? plain.charAt(0).toUpperCase() + plain.slice(1);
}
