/** The actions in the activity log. These words are part of the API. */
export const ACTIONS = [
  'registered',
  'signed_in',
  'sign_in_failed',
  'signed_out',
  'session_ended',
  'other_sessions_ended',
  'password_changed',
  'password_reset',
  'email_changed',
  'two_factor_on',
  'two_factor_off',
  'recovery_code_used',
  'user_added',
  'user_changed',
  'user_deleted',
  'admin_given',
  'admin_taken',
  'library_given',
  'library_taken',
  'plan_added',
  'plan_changed',
  'plan_deleted',
  'subscription_given',
  'subscription_changed',
  'subscription_ended',
  'plan_request_declined',
  'category_added',
  'category_changed',
  'category_deleted',
  'shared_video_added',
  'shared_video_changed',
  'shared_video_deleted',
] as const;

export type Action = (typeof ACTIONS)[number];

export type TargetKind =
  'user' | 'session' | 'plan' | 'subscription' | 'plan_request' | 'category' | 'shared_video';

export type Target = `${TargetKind}:${number}`;
