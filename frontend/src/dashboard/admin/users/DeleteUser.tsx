import { Confirmation } from '../../layout/Confirmation';
import type { AdminUser } from '../../../types';
import { useAdminMutation } from '../list/useAdminMutation';
import { useDataProvider } from 'react-admin';
import { TEXTS } from './texts';

export function DeleteUser({ user, close }: { user: AdminUser; close: () => void }) {
  const provider = useDataProvider();
  const { send, busy, refusal } = useAdminMutation({
    call: () => provider.delete<AdminUser>('admin/users', { id: user.id, previousData: user }),
    done: TEXTS.deleted,
    failed: TEXTS.deleteFailed,
    close,
  });
  return (
    <Confirmation
      title={TEXTS.deleteQuestion(user.name)}
      safe={TEXTS.cancel}
      destructive={busy ? TEXTS.deleting : TEXTS.deleteUser}
      busy={busy}
      refusal={refusal}
      cancel={close}
      confirm={() => {
        send();
      }}
    >
      This permanently deletes the account of <strong>{user.email}</strong> with its posts, media and
      subscription. Scheduled posts will not go out; published posts stay on their Page.
    </Confirmation>
  );
}
