import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Panel } from '../layout/Panel';
import { SaveBar } from './SaveBar';
import { refreshSecurity } from './security/queries';
import { useUserForm } from '../layout/useUserForm';
import { ZoneField } from './ZoneField';
import { useKeptInput } from '../../keptInput';
import { saveProfile } from '../accountCalls';
import { useUser } from '../queries';
import { changesOf, type ProfileDraft } from './profileDraft';
import { TEXTS } from './texts';
import { useUnsavedEdits } from './unsavedEdits';

/** Only what is edited is saved, since the zone may change meanwhile in a banner, and all of it in another tab. */
export function ProfileForm() {
  const client = useQueryClient();
  const user = useUser();
  const [draft, setDraft] = useKeptInput<ProfileDraft>('profile', {});
  const [password, setPassword] = useState('');
  const profile = { name: user.name, email: user.email, timezone: user.timezone, ...draft };
  const changes = changesOf(draft, user);
  const isOtherEmail = changes.email !== undefined;
  const { busy, refusal, submit, at } = useUserForm({
    save: () => saveProfile({ ...changes, ...(isOtherEmail && { current_password: password }) }),
    saved: TEXTS.profileSaved,
    failed: TEXTS.profileFailed,
    fields: ['name', 'email', 'current_password', 'timezone'],
    then(updated) {
      // What was typed since then stays.
      setDraft((now) => changesOf(now, updated));
      setPassword('');
      return refreshSecurity(client);
    },
  });
  useUnsavedEdits(TEXTS.profileSettings, Object.keys(changes).length > 0 && !busy);
  const zoneRefusal = at('timezone');
  const set = (change: ProfileDraft) => {
    setDraft({ ...draft, ...change });
  };

  return (
    <Panel title={TEXTS.profileSettings}>
      <Stack component="form" onSubmit={submit} sx={{ gap: 2.5 }}>
        <TextField
          label={TEXTS.name}
          required
          autoComplete="name"
          value={profile.name}
          onChange={(event) => {
            set({ name: event.target.value });
          }}
          {...at('name')}
        />
        <TextField
          label={TEXTS.email}
          type="email"
          required
          autoComplete="email"
          value={profile.email}
          onChange={(event) => {
            set({ email: event.target.value });
          }}
          {...at('email')}
        />
        {isOtherEmail && (
          <TextField
            label={TEXTS.currentPassword}
            type="password"
            required
            autoComplete="current-password"
            value={password}
            onChange={(event) => {
              setPassword(event.target.value);
            }}
            {...at('current_password', TEXTS.newEmailHint)}
          />
        )}
        <ZoneField
          zone={profile.timezone}
          change={(timezone) => {
            set({ timezone });
          }}
          error={zoneRefusal.error}
          refusal={zoneRefusal.helperText}
        />
        <SaveBar label={TEXTS.saveProfile} busy={busy} refusal={refusal} />
      </Stack>
    </Panel>
  );
}
