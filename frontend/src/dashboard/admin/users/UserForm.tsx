import TextField from '@mui/material/TextField';
import { useUser } from '../../queries';
import { FormDialog } from '../../layout/FormDialog';
import { useEdits } from '../../layout/useEdits';
import type { AdminUser } from '../../../types';
import { useAdminMutation } from '../list/useAdminMutation';
import { addUser, changeUser } from './calls';
import { TEXTS } from './texts';

/** Adds a user, or edits the given one. */
export function UserForm({ user, close }: { user?: AdminUser; close: () => void }) {
  const isOwn = useUser().id === user?.id;
  const [draft, setDraft, edits] = useEdits(user ? `user ${user.id}` : 'new person', {
    name: user?.name ?? '',
    email: user?.email ?? '',
  });
  const { send, busy, refusal, at } = useAdminMutation({
    call: () => (user ? changeUser(user.id, edits) : addUser(draft)),
    done: user ? TEXTS.updated : TEXTS.added,
    failed: user ? TEXTS.updateFailed : TEXTS.addFailed,
    fields: ['name', 'email'],
    close,
  });
  const otherHint = user ? TEXTS.otherEmailHint : TEXTS.emailHint;
  const emailHint = isOwn ? TEXTS.ownEmailHint : otherHint;
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
      title={user ? TEXTS.editUser : TEXTS.addUser}
      lead={!user && TEXTS.addHint}
      submit={user ? TEXTS.save : TEXTS.addUser}
      submitting={user ? TEXTS.saving : TEXTS.adding}
      busy={busy}
      isEdited={Object.keys(edits).length > 0}
      refusal={refusal}
      close={close}
      send={send}
    >
      <TextField label={TEXTS.name} autoFocus {...field('name')} />
      <TextField label={TEXTS.email} type="email" disabled={isOwn} {...field('email', emailHint)} />
    </FormDialog>
  );
}
