import { Confirmation } from '../../layout/Confirmation';
import type { AdminUser } from '../../../types';
import { useAdminMutation } from '../list/useAdminMutation';
import { changeUser } from './calls';

export type Permission = 'is_admin' | 'can_use_shared_videos';

export const PERMISSIONS: { permission: Permission; label: string }[] = [
  { permission: 'is_admin', label: 'Administrator' },
  { permission: 'can_use_shared_videos', label: 'Shared videos' },
];

interface Question {
  title: (name: string) => string;
  text: string;
  yes: string;
}

/** By what the permission becomes. */
const QUESTIONS: Record<Permission, Record<0 | 1, Question>> = {
  is_admin: {
    1: {
      title: (name) => `Make ${name} an administrator?`,
      text: 'Administrators see every user, give plans, and look after the shared library and its categories.',
      yes: 'Make administrator',
    },
    0: {
      title: (name) => `Take administration from ${name}?`,
      text: 'They keep their account and their posts, and no longer see this part of the dashboard.',
      yes: 'Take it away',
    },
  },
  can_use_shared_videos: {
    1: {
      title: (name) => `Let ${name} use shared videos?`,
      text: 'They can pick videos of the shared library, and have them posted automatically.',
      yes: 'Allow',
    },
    0: {
      title: (name) => `Stop shared videos for ${name}?`,
      text: 'They can no longer pick from the shared library, and nothing of it is posted for them automatically.',
      yes: 'Stop',
    },
  },
};

interface ConfirmPermissionProps {
  user: AdminUser;
  permission: Permission;
  close: () => void;
}

export function ConfirmPermission({ user, permission, close }: ConfirmPermissionProps) {
  const next = user[permission] === 1 ? 0 : 1;
  const { title, text, yes } = QUESTIONS[permission][next];
  const { send, busy, refusal } = useAdminMutation({
    call: () => changeUser(user.id, { [permission]: next }),
    done: 'User updated successfully!',
    failed: 'Failed to update user',
    then: close,
  });
  return (
    <Confirmation
      title={title(user.name)}
      safe="Cancel"
      destructive={busy ? 'Saving...' : yes}
      harmless={next === 1 && permission === 'can_use_shared_videos'}
      busy={busy}
      refusal={refusal}
      cancel={close}
      confirm={() => {
        send();
      }}
    >
      {text}
    </Confirmation>
  );
}
