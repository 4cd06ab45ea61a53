import { Confirmation } from '../../layout/Confirmation';
import type { AdminSubscription } from '../../../types';
import { useAdminMutation } from '../list/useAdminMutation';
import { endSubscription } from './calls';

interface EndSubscriptionProps {
  subscription: AdminSubscription;
  close: () => void;
}

export function EndSubscription({ subscription, close }: EndSubscriptionProps) {
  const { id, user_name, plan_name } = subscription;
  const { send, busy, refusal } = useAdminMutation({
    call: () => endSubscription(id),
    done: 'Subscription ended successfully',
    failed: 'Failed to end the subscription',
    then: close,
  });
  return (
    <Confirmation
      title={`End ${plan_name} of ${user_name}?`}
      safe="Cancel"
      destructive={busy ? 'Ending...' : 'End subscription'}
      busy={busy}
      refusal={refusal}
      cancel={close}
      confirm={() => {
        send();
      }}
    >
      It ends at once and cannot go on. Their posts are kept, and none goes out before they have a plan again.
    </Confirmation>
  );
}
