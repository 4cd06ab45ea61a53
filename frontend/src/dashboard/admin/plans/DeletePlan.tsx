import type { Plan } from '../../../types';
import { Confirmation } from '../../layout/Confirmation';
import { useAdminMutation } from '../list/useAdminMutation';
import { useDataProvider } from 'react-admin';
import { TEXTS } from './texts';

export function DeletePlan({ plan, close }: { plan: Plan; close: () => void }) {
  const provider = useDataProvider();
  const { send, busy, refusal } = useAdminMutation({
    call: () => provider.delete<Plan>('admin/plans', { id: plan.id, previousData: plan }),
    done: TEXTS.deleted,
    failed: TEXTS.deleteFailed,
    close,
  });
  return (
    <Confirmation
      title={TEXTS.deleteQuestion(plan.name)}
      safe={TEXTS.cancel}
      destructive={busy ? TEXTS.deleting : TEXTS.deletePlan}
      busy={busy}
      refusal={refusal}
      cancel={close}
      confirm={() => {
        send();
      }}
    >
      {TEXTS.deleteHint}
    </Confirmation>
  );
}
