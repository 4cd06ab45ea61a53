import { Confirmation } from '../../layout/Confirmation';
import type { AdminUser } from '../../../types';
import { useAdminMutation } from '../list/useAdminMutation';
import { turnOffTwoFactor } from './calls';

/** For somebody who has lost their phone and their recovery codes. */
export function TurnOffTwoFactor({ user, close }: { user: AdminUser; close: () => void }) {
  const { send, busy, refusal } = useAdminMutation({
    call: () => turnOffTwoFactor(user.id),
    done: 'Two-factor sign-in is off',
    failed: 'Failed to turn off two-factor sign-in',
    then: close,
  });
  return (
    <Confirmation
      title={`Turn off two-factor sign-in of ${user.name}?`}
      safe="Cancel"
      destructive={busy ? 'Turning off...' : 'Turn off two-factor'}
      busy={busy}
      refusal={refusal}
      cancel={close}
      confirm={() => {
        send();
      }}
    >
      The password alone will be enough to sign in as <strong>{user.email}</strong>. Be sure that it is they
      who ask. They are told by mail.
    </Confirmation>
  );
}
