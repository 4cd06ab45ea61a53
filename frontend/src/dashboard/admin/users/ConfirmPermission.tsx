import { Confirmation } from '../../layout/Confirmation';
import type { AdminUser } from '../../../types';
import { useAdminMutation } from '../list/useAdminMutation';
import { changeUser } from './calls';
import { TEXTS } from './texts';

export type Permission = 'is_admin' | 'can_use_shared_videos';

export const PERMISSIONS: { permission: Permission; label: string }[] = [
  { permission: 'is_admin', label: TEXTS.administrator },
  { permission: 'can_use_shared_videos', label: TEXTS.sharedVideos },
];

interface Question {
  title: (name: string) => string;
  text: string;
  yes: string;
}

/** By the permission's new value. */
const QUESTIONS: Record<Permission, Record<0 | 1, Question>> = {
  is_admin: {
    1: {
      title: (name) => TEXTS.makeAdminQuestion(name),
      text: TEXTS.makeAdminHint,
      yes: TEXTS.makeAdmin,
    },
    0: {
      title: (name) => TEXTS.removeAdminQuestion(name),
      text: TEXTS.removeAdminHint,
      yes: TEXTS.removeAdmin,
    },
  },
  can_use_shared_videos: {
    1: {
      title: (name) => TEXTS.allowLibraryQuestion(name),
      text: TEXTS.allowLibraryHint,
      yes: TEXTS.allow,
    },
    0: {
      title: (name) => TEXTS.stopLibraryQuestion(name),
      text: TEXTS.stopLibraryHint,
      yes: TEXTS.stop,
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
    done: TEXTS.updated,
    failed: TEXTS.updateFailed,
    close,
  });
  return (
    <Confirmation
      title={title(user.name)}
      safe={TEXTS.cancel}
      destructive={busy ? TEXTS.saving : yes}
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
