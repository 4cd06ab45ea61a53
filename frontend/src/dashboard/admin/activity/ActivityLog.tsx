import ActivityIcon from '@mui/icons-material/HistoryOutlined';
import { useGetManyAggregate } from 'react-admin';
import type { RaRecord } from 'react-admin';
import { dateTime, relative } from '../../../format';
import { useUser } from '../../queries';
import { ACTIONS, actionText } from './texts';
import { AdminList } from '../list/AdminList';
import type { Activity, AdminUser } from '../../../types';
import { TwoLines } from '../list/TwoLines';
import { TEXTS } from './texts';

const EVERY_MS = 30_000;

export default function ActivityLog() {
  const { timezone } = useUser();
  return (
    <AdminList<Activity>
      resource="admin/activity"
      title={TEXTS.activity}
      lead={TEXTS.lead}
      sort={{ field: 'id', order: 'DESC' }}
      refreshEvery={EVERY_MS}
      filters={[{ field: 'action', label: TEXTS.what, all: TEXTS.everything, choices: ACTIONS }]}
      columns={[
        {
          label: TEXTS.what,
          cell: ({ action, target }) => (
            <TwoLines strong first={actionText(action)} second={target && <Target target={target} />} />
          ),
        },
        { label: TEXTS.who, width: 240, cell: ({ user_id }) => <Person id={user_id} /> },
        {
          label: TEXTS.time,
          sort: 'at',
          width: 200,
          cell: ({ at }) => <TwoLines first={dateTime(at, timezone)} second={relative(at, Date.now())} />,
        },
        { label: TEXTS.address, width: 200, spare: true, cell: ({ address }) => address ?? '–' },
      ]}
      empty={{
        icon: ActivityIcon,
        text: TEXTS.empty,
        next: TEXTS.emptyHint,
      }}
      failed={TEXTS.fetchFailed}
    />
  );
}

/** react-admin batches these into one call per screen. */
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
  if (id === null) return TEXTS.deletedUser;
  return <TwoLines cut first={person?.name ?? TEXTS.userNumber(id)} second={person?.email} />;
}

const NAMED: Partial<Record<string, string>> = {
  user: 'admin/users',
  plan: 'admin/plans',
  category: 'categories',
  shared_video: 'shared-videos',
};

interface NamedRecord extends RaRecord<number> {
  name?: string;
  title?: string;
}

/** `plan:4` by name; what has none, or was deleted, by its number. */
function Target({ target }: { target: string }) {
  const [kind = '', number = ''] = target.split(':');
  const resource = NAMED[kind];
  const { data } = useGetManyAggregate<NamedRecord>(
    resource ?? '',
    { ids: [Number(number)] },
    { enabled: resource !== undefined },
  );
  const named = data?.[0];
  return named?.name ?? named?.title ?? `${kind.replaceAll('_', ' ')} ${number}`;
}
