import ActivityIcon from '@mui/icons-material/HistoryOutlined';
import { useGetManyAggregate } from 'react-admin';
import { dateTime, relative } from '../../../format';
import { useUser } from '../../queries';
import { ACTIONS, actionText } from './texts';
import { AdminList } from '../list/AdminList';
import type { Activity, AdminUser } from '../../../types';
import { TwoLines } from '../list/TwoLines';

const EVERY_MS = 30_000;

export default function ActivityLog() {
  const { timezone } = useUser();
  return (
    <AdminList<Activity>
      resource="admin/activity"
      title="Activity"
      lead="Who signed in, and who changed what, in the last 180 days."
      sort={{ field: 'id', order: 'DESC' }}
      refreshEvery={EVERY_MS}
      filters={[{ field: 'action', label: 'What', all: 'Everything', choices: ACTIONS }]}
      columns={[
        {
          label: 'What',
          cell: ({ action, target }) => (
            <TwoLines strong first={actionText(action)} second={target && <Target target={target} />} />
          ),
        },
        { label: 'Who', width: 240, cell: ({ user_id }) => <Person id={user_id} /> },
        {
          label: 'Time',
          sort: 'at',
          width: 200,
          cell: ({ at }) => <TwoLines first={dateTime(at, timezone)} second={relative(at, Date.now())} />,
        },
        { label: 'Address', width: 200, spare: true, cell: ({ address }) => address ?? '–' },
      ]}
      empty={{
        icon: ActivityIcon,
        text: 'Nothing happened yet',
        next: 'Sign-ins and changes by administrators are noted here.',
      }}
      failed="Failed to fetch the activity"
    />
  );
}

/** Asked for together with the others on the screen. */
function usePerson(id: number | null): AdminUser | undefined {
  const { data } = useGetManyAggregate<AdminUser>(
    'admin/users',
    { ids: id === null ? [] : [id] },
    { enabled: id !== null },
  );
  return data?.[0];
}

function Person({ id }: { id: number | null }) {
  const person = usePerson(id);
  if (id === null) return 'A deleted user';
  return <TwoLines cut first={person?.name ?? `User ${id}`} second={person?.email} />;
}

/** `user:12` by name, everything else by its number. */
function Target({ target }: { target: string }) {
  const [kind = '', number = ''] = target.split(':');
  const person = usePerson(kind === 'user' ? Number(number) : null);
  return person ? person.name : `${kind.replaceAll('_', ' ')} ${number}`;
}
