import { POST_TOPICS } from '../../../../backend/publishing/formats/lists';
import type { LiveQuery } from '../screenManifest';
import { SCREENS } from '../screens';

/** What the frame itself shows: the subscription, and in banners the accounts. */
const OF_SHELL: LiveQuery[] = [
  { queryKey: ['subscription'], topics: [...POST_TOPICS, 'subscriptions'] },
  // Not the user whom forms show: a form must not change while someone fills it in.
  { queryKey: ['user', 'shell'], topics: ['connections'] },
  { queryKey: ['connection'], topics: ['connections'] },
  { queryKey: ['accounts'], topics: [...POST_TOPICS, 'connections', 'accounts'] },
];

export const LIVE_QUERIES: readonly LiveQuery[] = [
  ...OF_SHELL,
  ...SCREENS.flatMap(({ liveQueries = [] }) => liveQueries),
];
