import { Confirmation } from '../../layout/Confirmation';
import type { AdminUser } from '../../../types';
import { useAdminMutation } from '../list/useAdminMutation';
import { turnOffTwoFactor } from './calls';
import { TEXTS } from './texts';

/** For a user who lost their phone and recovery codes. */
export function TurnOffTwoFactor({ user, close }: { user: AdminUser; close: () => void }) {
  const { send, busy, refusal } = useAdminMutation({
    call: () => turnOffTwoFactor(user.id),
    done: TEXTS.twoFactorOff,
    failed: TEXTS.twoFactorFailed,
    close,
  });
  return (
    <Confirmation
      title={TEXTS.twoFactorQuestion(user.name)}
      safe={TEXTS.cancel}
      destructive={busy ? TEXTS.turningOff : TEXTS.turnOffTwoFactor}
      busy={busy}
      refusal={refusal}
      cancel={close}
      confirm={() => {
        send();
      }}
    >
      They will sign in as <strong>{user.email}</strong> with their password alone. Make sure that the request
      really comes from them. We notify them by email.
    </Confirmation>
  );
}
