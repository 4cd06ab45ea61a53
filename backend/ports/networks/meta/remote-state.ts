import { createHash } from 'node:crypto';
import { classify, type MetaErrorNumbers } from './error-classes';
import type { GraphClient, MetaError } from './graph-client';
import { asObject, numberOf, textOf, wordsOf } from './json';

/**
 * The state of a post as the network shows it; for a video by `GET /{video-id}?fields=status,…`.
 * - `absent`: the network has the bytes, and publishing was not requested. `untold` is set when it is ready and nothing
 *   says whether it is public: newer versions of the API may lack the field `published`.
 * - `working`: being processed or published; the network does not say whether publishing was requested. `unstarted` is
 *   set unless it says that publishing has begun: a fingerprint of the whole reading, to see whether anything changes.
 * - `publishing`: publishing was requested and is under way.
 */
export type RemoteState =
  | { kind: 'live'; permalink?: string; remoteId?: string }
  | { kind: 'publishing' }
  | { kind: 'working'; unstarted?: string }
  | { kind: 'absent'; untold?: true }
  | { kind: 'uploading'; bytesReceived: number; complete: boolean }
  /** `passing`: the same file may well succeed in a new session. */
  | { kind: 'failed'; reason: string; code?: number; subcode?: number; passing?: true }
  /** Kept as a draft, which is not public. `complete`: it will stay a draft. */
  | { kind: 'draft'; complete: boolean }
  /** The session expired before anything was public. `forGood`: what was accepted of it does not become public either. */
  | { kind: 'expired'; reason: string; forGood?: boolean }
  | { kind: 'unreadable'; reason: string; error?: MetaError };

const EXPIRED = 'This video expired at Facebook before it was published.';

const UNINTELLIGIBLE = 'The network did not say how far this video is.';

const FIELDS = 'status,published,permalink_url';

/** Whether a phase of a status has ended well: Meta's guide prints both words. */
export const isDone = (phase: Record<string, unknown> | undefined) =>
  phase?.status === 'complete' || phase?.status === 'completed';

export async function readVideo(
  graph: GraphClient,
  remoteId: string,
  token: string,
  signal: AbortSignal,
): Promise<RemoteState> {
  const answer = await graph.get(remoteId, token, { fields: FIELDS }, signal);
  if (answer.kind === 'lost') return { kind: 'unreadable', reason: answer.reason };
  if (answer.kind === 'error') return { kind: 'unreadable', reason: answer.reason, error: answer };
  return understandVideo(answer.json);
}

export function understandVideo(json: Record<string, unknown>): RemoteState {
  const status = asObject(json.status);
  if (!status) return { kind: 'unreadable', reason: UNINTELLIGIBLE };
  const phase = (name: string) => asObject(status[`${name}_phase`]);
  const publishing = phase('publishing');
  const permalink = absoluteLink(textOf(json.permalink_url));
  const live: RemoteState = { kind: 'live', ...(permalink && { permalink }) };
  if (isDone(publishing) && (publishing?.publish_status ?? 'published') === 'published') return live;
  const failure = failureIn(status, ['uploading', 'processing', 'publishing'].map(phase));
  if (failure) return failure;
  const overall = textOf(status.video_status);
  if (publishing?.publish_status === 'draft' && json.published !== true) {
    if (isDone(publishing)) return { kind: 'draft', complete: true };
    if (publishing.status !== 'in_progress' && overall === 'ready' && json.published === false)
      return { kind: 'draft', complete: false };
  }
  if (publishing?.status === 'in_progress') return { kind: 'publishing' };
  if (overall === 'expired' && json.published !== true)
    return { kind: 'expired', reason: EXPIRED, forGood: true };
  // Ordinary videos have no publishing phase: ready and published is all that can be known.
  if (!publishing && overall === 'ready' && json.published === true) return live;
  if (overall === 'processing')
    return hasBegun(publishing) ? { kind: 'working' } : { kind: 'working', unstarted: printOf(status) };
  if (overall === 'ready' && !publishing && json.published === undefined)
    return { kind: 'absent', untold: true };
  if (overall === 'upload_complete' || overall === 'ready') return { kind: 'absent' };
  const uploading = phase('uploading');
  // Only a state that proves that nothing is public may be read as such: sending again relies on it.
  if (overall !== 'uploading' && !uploading) return { kind: 'unreadable', reason: UNINTELLIGIBLE };
  const bytesReceived = numberOf(uploading?.bytes_transferred) ?? numberOf(uploading?.bytes_transfered) ?? 0;
  return { kind: 'uploading', bytesReceived, complete: isDone(uploading) };
}

/** Guides show the status of an ordinary video, and some of a reel, without this phase. */
const hasBegun = ({ status = 'not_started', publish_status: as }: Record<string, unknown> = {}): boolean =>
  status !== 'not_started' || as === 'published' || as === 'scheduled';

/** Whether an error of a status is one after which Meta wants another try, or a new session. */
export const isPassing = (numbers: Pick<MetaErrorNumbers, 'code' | 'subcode'>): boolean =>
  ['transient', 'new_session'].includes(classify({ status: 400, ...numbers }));

const printOf = (status: unknown): string =>
  createHash('sha256').update(JSON.stringify(status)).digest('base64url').slice(0, 16);

function failureIn(
  status: Record<string, unknown>,
  phases: (Record<string, unknown> | undefined)[],
): RemoteState | undefined {
  const broken = phases.find((phase) => phase?.status === 'error' || phase?.publish_status === 'error');
  const overall = textOf(status.video_status);
  const hasFailed = overall === 'error' || overall === 'upload_failed';
  if (!broken && !hasFailed) return undefined;
  const errors: unknown[] = Array.isArray(broken?.errors) ? (broken.errors as unknown[]) : [];
  const error = asObject(broken?.error) ?? asObject(errors[0]);
  const [code, subcode] = [numberOf(error?.code), numberOf(error?.error_subcode ?? error?.subcode)];
  // What is being published all the same may still become public.
  const isUnderWay = phases.some((phase) => phase?.status === 'in_progress');
  return {
    kind: 'failed',
    reason:
      wordsOf(error?.message) ?? `The network could not use this video (${hasFailed ? overall : 'error'}).`,
    ...(code !== undefined && { code }),
    ...(subcode !== undefined && { subcode }),
    ...(!isUnderWay && isPassing({ code, subcode }) && { passing: true }),
  };
}

/** Completes links that Meta prints without a host, and cuts them to their column. Anything but http(s) is dropped. */
export function absoluteLink(link: string | undefined): string | undefined {
  if (!link) return undefined;
  const full = link.startsWith('/') ? `https://www.facebook.com${link}` : link;
  return /^https?:\/\//.test(full) ? full.slice(0, 512) : undefined;
}
