import { classify } from './error-classes';
import type { Outcome, PublishJob, RemoteSession } from '../network';
import { statusSentence } from './error-sentences';
import type { GraphClient, MetaError } from './graph-client';
import { asObject, numberOf, textOf, wordsOf } from './json';
import { codesOf, unreadOutcome } from './outcomes';
import { isUnfetched } from './picture-addresses';
import { isDone } from './remote-state';
import { pauseAfter } from './resend-decision';

export const EXPIRED = 'The container at Instagram expired; a new one will be made.';

/** How long Instagram keeps a container (reference "IG User Media"). */
export const LIFE_MS = 24 * 60 * 60_000;

const UNSEEN_FOR_MS = 10 * 60_000;

/** The state of a container (reference "IG Container"). */
export type Container =
  /** `complete`: it has all bytes, whatever their number. */
  | { code: 'IN_PROGRESS' | 'FINISHED' | 'PUBLISHED' | 'EXPIRED'; received: number; complete: boolean }
  | FailedContainer
  | { code: 'UNREADABLE'; reason: string; error?: MetaError };

export interface FailedContainer {
  code: 'ERROR';
  reason: string;
  subcode?: number;
}

/** Whether Instagram could not fetch the picture that the container was made with. */
export const hasNotFetched = (container: Container): container is FailedContainer =>
  container.code === 'ERROR' && isUnfetched({ subcode: container.subcode });

export async function readContainer(
  graph: GraphClient,
  { credentials, signal }: PublishJob,
  id: string,
): Promise<Container> {
  const query = { fields: 'id,status,status_code,video_status' };
  const answer = await graph.get(id, credentials.token, query, signal);
  if (answer.kind === 'lost') return { code: 'UNREADABLE', reason: answer.reason };
  if (answer.kind === 'error') return { code: 'UNREADABLE', reason: answer.reason, error: answer };
  const { status_code: code, status, video_status } = answer.json;
  if (code === 'ERROR') {
    const reason = wordsOf(status) ?? 'Instagram could not use this file.';
    return { code, reason, subcode: numberOf(/error code (\d+)/.exec(reason)?.[1]) };
  }
  if (code !== 'IN_PROGRESS' && code !== 'FINISHED' && code !== 'PUBLISHED' && code !== 'EXPIRED')
    return { code: 'UNREADABLE', reason: 'Instagram did not say how far this file is.' };
  const uploading = asObject(asObject(video_status)?.uploading_phase);
  return {
    code,
    received: numberOf(uploading?.bytes_transferred) ?? numberOf(uploading?.bytes_transfered) ?? 0,
    complete: isDone(uploading),
  };
}

/** The id of a container in an answer; undefined if it could be no id. */
export function containerIdIn({ id }: Record<string, unknown>): string | undefined {
  const text = textOf(id);
  return text !== undefined && /^\w{1,64}$/.test(text) ? text : undefined;
}

/** What a container means that must be finished before the post goes on; undefined if it is. */
export function obstacleIn(container: Container, session: RemoteSession, now: number): Outcome | undefined {
  switch (container.code) {
    case 'FINISHED':
      return undefined;
    case 'PUBLISHED':
      return { kind: 'published', remoteId: session.remoteId };
    case 'IN_PROGRESS':
      return waitingFor({ ...session, unseenSince: undefined }, now);
    case 'EXPIRED':
      return { kind: 'busy', session: null, reason: EXPIRED };
    case 'ERROR':
      return containerFailed(container);
    case 'UNREADABLE':
      // It was made, so Meta knows it. For hours at times it does not let it be read.
      if (container.error?.class === 'missing')
        return waitingFor({ ...session, unseenSince: session.unseenSince ?? now }, now);
      if (container.error) return unreadOutcome(container.error, session, now);
      return { kind: 'busy', session, reason: container.reason };
  }
}

/**
 * Whether the public call is to tell what Meta has not let be read for so long. Too early it is refused with 9007/2207027,
 * and nothing becomes public. Other errors say that Meta is down, not that the container is hidden.
 */
export const isUnseenForLong = (
  container: Container,
  { unseenSince = Infinity }: RemoteSession,
  now: number,
): boolean =>
  container.code === 'UNREADABLE' &&
  container.error?.class === 'missing' &&
  now - unseenSince >= UNSEEN_FOR_MS;

/** Costs no try: it ends with the container. */
function waitingFor(session: RemoteSession, now: number): Outcome {
  const waiting = { ...session, waitingSince: session.waitingSince ?? now };
  const age = now - waiting.waitingSince;
  if (age >= LIFE_MS) return { kind: 'busy', session: null, reason: EXPIRED };
  return { kind: 'waiting', session: waiting, live: false, askAgainMs: pauseBetweenReadings(age) };
}

/** After a minute the pauses grow towards the one minute that Meta's guide asks for, and no post waits much longer for it. */
const pauseBetweenReadings = (age: number): number =>
  Math.max(pauseAfter(age), Math.min(60_000, Math.round(age / 6)));

/** How many of `sizeBytes` a container has, or an outcome if it takes no more. */
export function bytesIn(
  container: Container,
  sizeBytes: number,
  session: RemoteSession,
  now: number,
): number | Outcome {
  switch (container.code) {
    case 'IN_PROGRESS':
      return container.complete ? sizeBytes : container.received;
    case 'FINISHED':
    case 'PUBLISHED':
      return sizeBytes;
    case 'EXPIRED':
      return { kind: 'busy', session: null, reason: EXPIRED };
    case 'ERROR':
      return containerFailed(container);
    case 'UNREADABLE': {
      const { error, reason } = container;
      if (error?.class === 'missing') return { kind: 'busy', session: null, reason, code: codesOf(error) };
      return unreadOutcome(error ?? { kind: 'lost', reached: true, reason }, session, now);
    }
  }
}

function containerFailed(failed: FailedContainer): Outcome {
  const worth = ['transient', 'new_session'].includes(classify({ status: 400, subcode: failed.subcode }));
  return worth ? { kind: 'busy', session: null, ...whyFailed(failed) } : containerRefused(failed);
}

export const containerRefused = (failed: FailedContainer): Outcome => ({
  kind: 'refused',
  ...whyFailed(failed),
});

const whyFailed = ({ reason, subcode }: FailedContainer) => ({
  reason: statusSentence(reason, subcode),
  code: { code: subcode },
});
