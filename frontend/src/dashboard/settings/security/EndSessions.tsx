import { Confirmation } from '../../layout/Confirmation';
import type { OpenSession } from './calls';
import { deviceOf } from './device';
import { useSecurityMutation } from './useSecurityMutation';
import { endOtherSessions, endSession } from './calls';

/** Asks before one session is ended, or all others. */
export function EndSessions({ which, close }: { which: OpenSession | 'others'; close: () => void }) {
  const all = which === 'others';
  const { send, busy, refusal } = useSecurityMutation<undefined, unknown>({
    call: () => (all ? endOtherSessions() : endSession(which.id)),
    done: all ? 'All other sessions were ended' : 'The session was ended',
    failed: all ? 'Failed to end the sessions' : 'Failed to end the session',
    then: close,
  });
  const verb = all ? 'End all other sessions' : 'End session';
  return (
    <Confirmation
      title={`${verb}?`}
      safe="Cancel"
      destructive={busy ? 'Ending...' : verb}
      busy={busy}
      refusal={refusal}
      cancel={close}
      confirm={() => {
        send(undefined);
      }}
    >
      {all
        ? 'Every other device is signed out at once. You stay signed in here.'
        : `${deviceOf(which.agent).name} is signed out at once, and has to sign in again.`}
    </Confirmation>
  );
}
