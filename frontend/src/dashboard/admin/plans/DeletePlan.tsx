import type { Plan } from '../../../types';
import { Confirmation } from '../../layout/Confirmation';
import { useAdminMutation } from '../list/useAdminMutation';
import { useDataProvider } from 'react-admin';

export function DeletePlan({ plan, close }: { plan: Plan; close: () => void }) {
  const provider = useDataProvider();
  const { send, busy, refusal } = useAdminMutation({
    call: () => provider.delete<Plan>('admin/plans', { id: plan.id, previousData: plan }),
    done: 'Plan deleted successfully',
    failed: 'Failed to delete plan',
    then: close,
  });
  return (
    <Confirmation
      title={`Delete ${plan.name}?`}
      safe="Cancel"
      destructive={busy ? 'Deleting...' : 'Delete plan'}
      busy={busy}
      refusal={refusal}
      cancel={close}
      confirm={() => {
        send();
      }}
    >
      Nobody can choose it any more. A plan that somebody has, or ever had, cannot be deleted.
    </Confirmation>
  );
}
