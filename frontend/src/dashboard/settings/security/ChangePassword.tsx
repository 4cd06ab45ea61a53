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
import { TEXTS } from './texts';

const EMPTY = { current_password: '', password: '', password_confirmation: '' };

const FIELDS = [
  { name: 'current_password', label: TEXTS.currentPassword, autoComplete: 'current-password' },
  {
    name: 'password',
    label: TEXTS.newPassword,
    autoComplete: 'new-password',
    hint: TEXTS.passwordHint,
  },
  { name: 'password_confirmation', label: TEXTS.confirmNewPassword, autoComplete: 'new-password' },
] as const;

export function ChangePassword({ user }: { user: User }) {
  const client = useQueryClient();
  const [draft, setDraft] = useState(EMPTY);
  const { busy, refusal, submit, at } = useUserForm({
    save: () => changePassword(draft),
    saved: TEXTS.passwordChanged,
    failed: TEXTS.passwordFailed,
    fields: FIELDS.map(({ name }) => name),
    then() {
      setDraft(EMPTY);
      return refreshSecurity(client);
    },
  });
  return (
    <Panel title={TEXTS.password} level="h3">
      <Stack component="form" onSubmit={submit} sx={{ gap: 2.5 }}>
        {/* Tells password managers the account. */}
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
        <SaveBar label={TEXTS.changePassword} busy={busy} refusal={refusal} />
      </Stack>
    </Panel>
  );
}
