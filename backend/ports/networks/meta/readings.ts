import type { Outcome, RemoteSession, StepResult } from '../network';
import type { Sighting } from './post-protocol';
import type { RemoteState } from './remote-state';

export const publishedAs = (
  { remoteId, permalink }: Extract<Sighting, { kind: 'live' }>,
  session: RemoteSession,
): Outcome => ({ kind: 'published', remoteId: remoteId ?? session.remoteId, permalink });

export function resultOfReading(state: RemoteState, { remoteId }: RemoteSession): StepResult {
  const message =
    state.kind === 'unreadable' || state.kind === 'failed'
      ? state.reason
      : `The network says: ${state.kind}.`;
  return { outcome: state.kind === 'unreadable' ? 'failed' : 'done', remoteId, message };
}
