import { Confirmation } from '../layout/Confirmation';
import { useProvider } from '../queries';
import type { AdminUser } from './records';
import { useAdminCall } from './useAdminCall';

export type Flag = 'is_admin' | 'can_use_shared_videos';

export const FLAGS: { flag: Flag; label: string }[] = [
  { flag: 'is_admin', label: 'Administrator' },
  { flag: 'can_use_shared_videos', label: 'Shared videos' },
];

interface Question {
  title: (name: string) => string;
  text: string;
  yes: string;
}

/** By what the flag becomes. */
const QUESTIONS: Record<Flag, Record<0 | 1, Question>> = {
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

interface FlagQuestionProps {
  user: AdminUser;
  flag: Flag;
  close: () => void;
}

export function FlagQuestion({ user, flag, close }: FlagQuestionProps) {
  const provider = useProvider();
  const next = user[flag] === 1 ? 0 : 1;
  const { title, text, yes } = QUESTIONS[flag][next];
  const { send, busy, refusal } = useAdminCall({
    call: () => provider.changeUser(user.id, { [flag]: next }),
    done: 'User updated successfully!',
    failed: 'Failed to update user',
    then: close,
  });
  return (
    <Confirmation
      title={title(user.name)}
      safe="Cancel"
      destructive={busy ? 'Saving...' : yes}
      harmless={next === 1 && flag === 'can_use_shared_videos'}
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
