import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '../../../types';
import { Panel } from '../../layout/Panel';
import { SaveBar } from '../SaveBar';
import { useUserForm } from '../../layout/useUserForm';
import { refreshSecurity } from './queries';
import { changePassword } from './calls';

const EMPTY = { current_password: '', password: '', password_confirmation: '' };

const FIELDS = [
  { name: 'current_password', label: 'Current password', autoComplete: 'current-password' },
  { name: 'password', label: 'New password', autoComplete: 'new-password', hint: 'At least 8 characters.' },
  { name: 'password_confirmation', label: 'Confirm new password', autoComplete: 'new-password' },
] as const;

export function ChangePassword({ user }: { user: User }) {
  const client = useQueryClient();
  const [draft, setDraft] = useState(EMPTY);
  const { busy, refusal, submit, at } = useUserForm({
    save: () => changePassword(draft),
    saved: 'Password changed. All other devices were signed out.',
    failed: 'Failed to change password',
    fields: FIELDS.map(({ name }) => name),
    then() {
      setDraft(EMPTY);
      return refreshSecurity(client);
    },
  });
  return (
    <Panel title="Password" level="h3">
      <Stack component="form" onSubmit={submit} sx={{ gap: 2.5 }}>
        {/* For password managers: whose password it is. */}
        <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
        {FIELDS.map(({ name, label, autoComplete, ...field }) => (
          <TextField
            key={name}
            label={label}
            type="password"
            required
            autoComplete={autoComplete}
            value={draft[name]}
            onChange={(event) => {
              setDraft({ ...draft, [name]: event.target.value });
            }}
            {...at(name, 'hint' in field ? field.hint : undefined)}
          />
        ))}
        <SaveBar label="Change password" busy={busy} refusal={refusal} />
      </Stack>
    </Panel>
  );
}
