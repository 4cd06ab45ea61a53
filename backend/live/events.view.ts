import { ApiProperty } from '@nestjs/swagger';
import type { Topic } from '../database/changes';
import { TOPICS, type Versions } from '../users/change-counters';

export type ShownTopic = Exclude<Topic, 'sessions'>;

/** The topics that screens show. The end of a session shows as the end of its streams. */
export const SHOWN = TOPICS.filter((topic): topic is ShownTopic => topic !== 'sessions');

export class EventsView {
  @ApiProperty({
    description: 'Send it back as Last-Event-ID to be told what changed since.',
    example: '4.17.0.9.2.1.0',
  })
  id: string;
  @ApiProperty({
    isArray: true,
    enum: SHOWN,
    description: 'What changed since Last-Event-ID.',
    example: ['videos'],
  })
  topics: ShownTopic[];
}

/** The id holds the counters themselves, so that any process can tell what a client missed, after any time. */
export const idOf = (versions: Versions): string => SHOWN.map((topic) => versions[topic]).join('.');

/** @returns all topics for an id that is not ours or has other topics; none without an id */
export function missedSince(id: string | undefined, now: Versions): ShownTopic[] {
  if (!id) return [];
  const known = id.split('.');
  return known.length === SHOWN.length ? SHOWN.filter((topic, n) => known[n] !== String(now[topic])) : SHOWN;
}
