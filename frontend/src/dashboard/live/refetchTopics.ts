import type { QueryClient } from '@tanstack/react-query';
import type { LiveQuery } from '../screenManifest';

export const topicsOf = (queries: readonly LiveQuery[]): string[] => [
  ...new Set(queries.flatMap(({ topics }) => topics)),
];

/** Refetches every mounted query that shows one of these topics. */
export function refetchTopics(client: QueryClient, queries: readonly LiveQuery[], topics: string[]): void {
  const shown = queries.filter((query) => query.topics.some((topic) => topics.includes(topic)));
  const keys = new Map(shown.map(({ queryKey }) => [queryKey.join(), queryKey]));
  for (const queryKey of keys.values()) void client.invalidateQueries({ queryKey });
}
