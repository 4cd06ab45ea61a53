import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { LISTS, slugOf } from '../../../../backend/publishing/formats/lists';

const SUBSCRIPTION = [['subscription']];
const OVER_ALL_KINDS = [['calendar'], ...SUBSCRIPTION];
const POSTS = LISTS.map((list) => [slugOf(list)]);

/** What screens show of each topic of the server's. A list of posts counts tasks, and a connection decides what goes out. */
const SHOWN: Record<string, QueryKey[]> = {
  ...Object.fromEntries(LISTS.map((list) => [list.topic, [[slugOf(list)], ...OVER_ALL_KINDS]])),
  // Of the user only what the banners show: a form must not change under somebody's hands.
  connections: [['connection'], ['user', 'shell'], ...POSTS, ['calendar']],
  subscriptions: [
    ...POSTS,
    ['captions'],
    ['plan-request'],
    ['admin/plan-requests'],
    ['admin/users'],
    ...OVER_ALL_KINDS,
  ],
};

export const TOPICS = Object.keys(SHOWN);

/** Everything on the screen that a topic concerns is read again. */
export function refreshTopics(client: QueryClient, topics: string[]): void {
  const keys = new Map(topics.flatMap((topic) => SHOWN[topic] ?? []).map((key) => [key.join(), key]));
  for (const queryKey of keys.values()) void client.invalidateQueries({ queryKey });
}
