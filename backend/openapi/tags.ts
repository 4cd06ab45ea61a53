import { LISTS } from '../publishing/formats/lists';

/** In the order in which a reader meets them. */
export const TAGS: Record<string, string> = {
  'Sign-in': 'Registering, signing in and out, and resetting a password.',
  Account: "The caller's profile, sessions, two-factor sign-in, preferences and activity.",
  Accounts: 'The Pages and Instagram accounts that are connected, each with its own queue.',
  Connection: 'The Facebook Page and the Instagram account that posts go to.',
  Subscriptions: 'Plans, the subscription of the caller, and requests for a plan.',
  ...Object.fromEntries(LISTS.map(({ title, lead }) => [title, lead])),
  Posts: 'The posts of all lists, by one set of calls: edits, drafts, copies, and changes of many at once.',
  Uploads:
    'Files apart from their items. They are sent to `/uploads` by tus 1.0 (tus.io), with `filename` and `purpose` (`post`, `library` or `cover`) as metadata, in pieces that may break off anywhere. The upload has the id of its file.',
  Captions: 'Texts that are posted in turn with what has no description of its own.',
  'Shared library': 'Videos that administrators share with users.',
  Categories: 'The categories of shared videos.',
  Calendar: 'All posts by time, and what goes out next.',
  'Live updates': 'What changed, as it changes.',
  Configuration: 'What a client needs before anyone signs in.',
  Administration: 'For administrators: users, plans, subscriptions and what was published.',
};
