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
  user_added: 'You added a user',
  user_changed: 'You changed the name of a user',
  user_deleted: 'You deleted a user',
  admin_given: 'You made a user an administrator',
  admin_taken: 'You removed administrator access from a user',
  library_given: 'You allowed a user to use shared videos',
  library_taken: 'You stopped shared videos for a user',
  plan_added: 'You added a plan',
  plan_changed: 'You changed a plan',
  plan_deleted: 'You deleted a plan',
  subscription_given: 'You gave a user a plan',
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
  admin_taken: 'An administrator removed your administrator access',
  library_given: 'An administrator allowed you to use shared videos',
  library_taken: 'An administrator stopped shared videos for you',
  subscription_given: 'An administrator gave you a plan',
  subscription_changed: 'An administrator changed the end of your subscription',
  subscription_ended: 'An administrator ended your subscription',
  plan_request_declined: 'An administrator declined your request for a plan',
};

const OTHERS_EMAIL = 'You changed the email address of a user';
const OTHERS_TWO_FACTOR = 'You turned off two-factor sign-in of a user';

/** An entry of the user's own activity as a sentence. */
export function activityText({ user_id, action, target }: Activity, me: number): string {
  const plain = action.replaceAll('_', ' ');
  if (user_id !== me) return BY_ADMIN[action] ?? `An administrator: ${plain}`;
  const isOthers = target?.startsWith('user:') === true && target !== `user:${me}`;
  if (isOthers && action === 'email_changed') return OTHERS_EMAIL;
  if (isOthers && action === 'two_factor_off') return OTHERS_TWO_FACTOR;
  return OWN[action] ?? plain.charAt(0).toUpperCase() + plain.slice(1);
}

export const TEXTS = {
  currentPassword: 'Current password',
  newPassword: 'New password',
  passwordHint: 'At least 8 characters.',
  confirmNewPassword: 'Confirm new password',
  passwordChanged: 'Password changed. All other devices are signed out.',
  passwordFailed: 'Failed to change password',
  password: 'Password',
  changePassword: 'Change password',
  activity: 'Activity',
  activityLead: 'Sign-ins and changes in the last 180 days.',
  activityFailed: 'Failed to fetch activity',
  noActivity: 'Nothing yet.',
  activityPages: 'Pages of activity',
  loading: 'Loading',
  othersEnded: 'All other sessions ended',
  sessionEnded: 'Session ended',
  endOthersFailed: 'Failed to end the sessions',
  endFailed: 'Failed to end the session',
  endOthers: 'End all other sessions',
  endSession: 'End session',
  cancel: 'Cancel',
  ending: 'Ending...',
  endOthersHint: 'All other devices are signed out immediately. You stay signed in here.',
  sessions: 'Sessions',
  sessionsLead:
    'Devices that are signed in to your account. End any you do not recognize, and change your password.',
  sessionsFailed: 'Failed to fetch sessions',
  showAll: (length: number) => `Show all ${length}`,
  thisDevice: 'This device',
  sessionTimes: (signedIn: string, lastSeen: string) => `Signed in ${signedIn}; last seen ${lastSeen}`,
  activeNow: 'Active now',
  lastSeen: (ago: string) => `Last seen ${ago}`,
  endNamedSession: (device: string, address: string) => `End session: ${device}, ${address}`,
  turnedOff: 'Two-factor sign-in is off',
  turnOffFailed: 'Failed to turn off two-factor sign-in',
  turnOffTitle: 'Turn off two-factor sign-in',
  turnOffHint: 'You will sign in with your password alone, and your recovery codes will stop working.',
  turnOff: 'Turn off',
  turningOff: 'Turning off...',
  code: 'Code',
  codeOrRecoveryHint: 'From your authenticator app, or a recovery code.',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Your browser blocked copying. Select the text and copy it yourself.',
  turnOnFailed: 'Failed to turn on two-factor sign-in',
  addToApp: 'Add Pagecast to your app',
  openItWithTheKey: 'open it with the key',
  turnOn: 'Turn on',
  turningOn: 'Turning on...',
  qrCode: 'QR code for your authenticator app',
  key: 'Key',
  copyKey: 'Copy key',
  codeHint: 'The code your app shows now.',
  saveYourRecoveryCodes: 'Save your recovery codes',
  recoveryHint:
    'Two-factor sign-in is on. If you lose your phone, each of these codes works once in place of a code from your app. They will not be shown again.',
  recoveryCodes: 'Recovery codes',
  copyRecoveryCodes: 'Copy the recovery codes',
  download: 'Download',
  downloadRecoveryCodes: 'Download the recovery codes',
  savedThem: 'I saved them',
  turnOnTitle: 'Turn on two-factor sign-in',
  turnOnHint:
    'You need an authenticator app on your phone, such as Google Authenticator, Aegis or 1Password.',
  continue: 'Continue',
  checking: 'Checking...',
  twoFactorSignIn: 'Two-factor sign-in',
  on: 'On',
  off: 'Off',
  twoFactorOnHint: 'Signing in requires your password and a code from your authenticator app.',
  twoFactorOffHint:
    'Require a code from an app on your phone when you sign in. A stolen password is then not enough.',
  security: 'Security',
};
