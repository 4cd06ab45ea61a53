import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import type { User } from '../../types';
import { Panel } from '../layout/Panel';
import { useProvider } from '../queries';
import { SaveBar } from './SaveBar';
import { useSettings } from './useSettings';
import { ZoneField } from './ZoneField';

export function ProfileForm({ user }: { user: User }) {
  const provider = useProvider();
  const [profile, setProfile] = useState({ name: user.name, email: user.email, timezone: user.timezone });
  const { busy, refusal, submit, at } = useSettings({
    save: () => provider.updateProfile(profile),
    saved: 'Profile updated successfully!',
    failed: 'Failed to update profile',
  });
  const zoneRefusal = at('timezone');
  const set = (change: Partial<typeof profile>) => {
    setProfile({ ...profile, ...change });
  };

  return (
    <Panel title="Profile Settings">
      <Stack component="form" onSubmit={submit} sx={{ gap: 2.5 }}>
        <TextField
          label="Name"
          required
          autoComplete="name"
          value={profile.name}
          onChange={(event) => {
            set({ name: event.target.value });
          }}
          {...at('name')}
        />
        <TextField
          label="Email"
          type="email"
          required
          autoComplete="email"
          value={profile.email}
          onChange={(event) => {
            set({ email: event.target.value });
          }}
          {...at('email')}
        />
        <ZoneField
          zone={profile.timezone}
          change={(timezone) => {
            set({ timezone });
          }}
          error={zoneRefusal.error}
          refusal={zoneRefusal.helperText}
        />
        <SaveBar label="Save profile" busy={busy} refusal={refusal} />
      </Stack>
    </Panel>
  );
}
