import { Confirmation } from '../../layout/Confirmation';
import type { AdminUser } from '../../../types';
import { useAdminMutation } from '../list/useAdminMutation';
import { useDataProvider } from 'react-admin';

export function DeleteUser({ user, close }: { user: AdminUser; close: () => void }) {
  const provider = useDataProvider();
  const { send, busy, refusal } = useAdminMutation({
    call: () => provider.delete<AdminUser>('admin/users', { id: user.id, previousData: user }),
    done: 'User deleted successfully',
    failed: 'Failed to delete user',
    then: close,
  });
  return (
    <Confirmation
      title={`Delete ${user.name}?`}
      safe="Cancel"
      destructive={busy ? 'Deleting...' : 'Delete user'}
      busy={busy}
      refusal={refusal}
      cancel={close}
      confirm={() => {
        send();
      }}
    >
      The account of <strong>{user.email}</strong> will be gone for good, and with it their posts, their media
      and their subscription. What waits for its time will not go out; what is published stays on their page.
    </Confirmation>
  );
}
