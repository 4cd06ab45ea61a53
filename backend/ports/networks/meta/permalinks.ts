import { setTimeout as pause } from 'node:timers/promises';
import type { PublishJob } from '../network';
import type { Answer, GraphClient } from './graph-client';
import { textOf } from './json';
import { absoluteLink } from './remote-state';

/** Meta may not know an object yet that it has just made, so a reading is repeated after these pauses. */
const PAUSES_MS = [500, 1_500, 3_000];

/** The account's next post waits meanwhile, so slow answers leave fewer readings. */
const LONGEST_MS = 8_000;

/**
 * The link of a post that is public. Without one the post is no less published: it is done without rather than waited for.
 */
export async function permalinkOf(
  graph: GraphClient,
  { credentials, signal }: Pick<PublishJob, 'credentials' | 'signal'>,
  remoteId: string,
  field: 'permalink' | 'permalink_url',
): Promise<string | undefined> {
  const begunAt = performance.now();
  for (let tried = 0; ; tried++) {
    const answer = await graph.get(remoteId, credentials.token, { fields: field }, signal);
    if (answer.kind === 'ok') return absoluteLink(textOf(answer.json[field]));
    const ms = PAUSES_MS[tried];
    if (ms === undefined || !mayPass(answer) || performance.now() - begunAt + ms > LONGEST_MS)
      return undefined;
    // An abort ends the pause, and it is seen below.
    await pause(ms, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return undefined;
  }
}

const mayPass = (answer: Exclude<Answer, { kind: 'ok' }>): boolean =>
  answer.kind === 'lost' || answer.class === 'missing' || answer.class === 'transient';
