import TextField from '@mui/material/TextField';
import { useKeptInput } from '../../../keptInput';
import { FormDialog } from '../../layout/FormDialog';
import type { AdminUser } from '../../../types';
import { useAdminMutation } from '../list/useAdminMutation';
import { addUser, changeUser } from './calls';

/** Adds a person, or changes the one that is given. */
export function UserForm({ user, close }: { user?: AdminUser; close: () => void }) {
  const [draft, setDraft] = useKeptInput(user ? `user ${user.id}` : 'new person', {
    name: user?.name ?? '',
    email: user?.email ?? '',
  });
  const { send, busy, refusal, at } = useAdminMutation({
    call: () => (user ? changeUser(user.id, draft) : addUser(draft)),
    done: user ? 'User updated successfully!' : 'Person added. The link is on its way to them.',
    failed: user ? 'Failed to update user' : 'Failed to add the person',
    fields: ['name', 'email'],
    then: close,
  });
  const field = (name: keyof typeof draft, hint?: string) => ({
    required: true,
    autoComplete: 'off',
    value: draft[name],
    onChange: (event: { target: { value: string } }) => {
      setDraft({ ...draft, [name]: event.target.value });
    },
    slotProps: { inputLabel: { required: false } },
    ...at(name, hint),
  });

  return (
    <FormDialog
      title={user ? 'Edit user' : 'Add person'}
      lead={!user && 'They get a mail with a link to choose a password. The link works for 7 days.'}
      submit={user ? 'Save' : 'Add person'}
      submitting={user ? 'Saving...' : 'Adding...'}
      busy={busy}
      refusal={refusal}
      close={close}
      send={send}
    >
      <TextField label="Name" autoFocus {...field('name')} />
      <TextField label="Email" type="email" {...field('email', 'They sign in with it.')} />
    </FormDialog>
  );
}
