import { Confirmation } from '../../layout/Confirmation';
import type { OpenSession } from './calls';
import { deviceOf } from './device';
import { useSecurityMutation } from './useSecurityMutation';
import { endOtherSessions, endSession } from './calls';
import { TEXTS } from './texts';

/** Asks before it ends one session, or all others. */
export function EndSessions({ which, close }: { which: OpenSession | 'others'; close: () => void }) {
  const all = which === 'others';
  const { send, busy, refusal } = useSecurityMutation<undefined, unknown>({
    call: () => (all ? endOtherSessions() : endSession(which.id)),
    done: all ? TEXTS.othersEnded : TEXTS.sessionEnded,
    failed: all ? TEXTS.endOthersFailed : TEXTS.endFailed,
    close,
  });
  const verb = all ? TEXTS.endOthers : TEXTS.endSession;
  return (
    <Confirmation
      title={`${verb}?`}
      safe={TEXTS.cancel}
      destructive={busy ? TEXTS.ending : verb}
      busy={busy}
      refusal={refusal}
      cancel={close}
      confirm={() => {
        send(undefined);
      }}
    >
      {all
        ? TEXTS.endOthersHint
        : `${deviceOf(which.agent).name} is signed out at once, and has to sign in again.`}
    </Confirmation>
  );
}
