import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useProvider } from '../queries';
import { FormDialog } from './FormDialog';
import type { AdminUser } from './records';
import { useAdminCall } from './useAdminCall';

export function EditUser({ user, close }: { user: AdminUser; close: () => void }) {
  const provider = useProvider();
  const [draft, setDraft] = useState({ name: user.name, email: user.email });
  const { send, busy, refusal, at } = useAdminCall({
    call: () => provider.changeUser(user.id, draft),
    done: 'User updated successfully!',
    failed: 'Failed to update user',
    then: close,
  });
  return (
    <FormDialog
      title="Edit user"
      submit="Save"
      submitting="Saving..."
      busy={busy}
      refusal={refusal}
      close={close}
      send={send}
    >
      <TextField
        label="Name"
        required
        autoFocus
        value={draft.name}
        onChange={(event) => {
          setDraft({ ...draft, name: event.target.value });
        }}
        slotProps={{ inputLabel: { required: false } }}
        {...at('name')}
      />
      <TextField
        label="Email"
        type="email"
        required
        value={draft.email}
        onChange={(event) => {
          setDraft({ ...draft, email: event.target.value });
        }}
        slotProps={{ inputLabel: { required: false } }}
        {...at('email', 'They sign in with it.')}
      />
    </FormDialog>
  );
}
