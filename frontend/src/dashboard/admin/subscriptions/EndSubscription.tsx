import { Confirmation } from '../../layout/Confirmation';
import type { AdminSubscription } from '../../../types';
import { useAdminMutation } from '../list/useAdminMutation';
import { endSubscription } from './calls';
import { TEXTS } from './texts';

interface EndSubscriptionProps {
  subscription: AdminSubscription;
  close: () => void;
}

export function EndSubscription({ subscription, close }: EndSubscriptionProps) {
  const { id, user_name, plan_name, status } = subscription;
  const { send, busy, refusal } = useAdminMutation({
    call: () => endSubscription(id),
    done: TEXTS.ended,
    failed: TEXTS.endFailed,
    close,
  });
  return (
    <Confirmation
      title={TEXTS.endQuestion(plan_name, user_name)}
      safe={TEXTS.cancel}
      destructive={busy ? TEXTS.ending : TEXTS.endSubscription}
      busy={busy}
      refusal={refusal}
      cancel={close}
      confirm={() => {
        send();
      }}
    >
      {status === 'active' ? TEXTS.endHint : TEXTS.endScheduledHint}
    </Confirmation>
  );
}
