import UsersIcon from '@mui/icons-material/PeopleOutlined';
import Button from '@mui/material/Button';
import { date, megabytes, plural } from '../../../format';
import { useKeptInput } from '../../../keptInput';
import { isAdmin } from '../../../roles';
import { useUser } from '../../queries';
import { DeleteUser } from './DeleteUser';
import { ConfirmPermission } from './ConfirmPermission';
import { Permissions } from './Permissions';
import { AdminList } from '../list/AdminList';
import { UserForm } from './UserForm';
import { GivePlanDialog } from '../give-plan/GivePlanDialog';
import { PlanOfUser } from './PlanOfUser';
import { PlanRequests } from '../give-plan/PlanRequests';
import type { AdminUser } from '../../../types';
import { TurnOffTwoFactor } from './TurnOffTwoFactor';
import { TwoLines } from '../list/TwoLines';
import { UserActions } from './UserActions';
import { usePlanRequests } from '../give-plan/usePlanRequests';
import type { UserDialog } from './userDialog';
import { TEXTS } from './texts';

export default function Users() {
  const me = useUser();
  const requests = usePlanRequests(isAdmin(me));
  const [dialog, open] = useKeptInput<UserDialog | undefined>('users dialog', undefined);
  const close = () => {
    open(undefined);
  };
  return (
    <>
      <AdminList<AdminUser>
        resource="admin/users"
        above={<PlanRequests requests={requests} />}
        waits={requests.isPending}
        title={TEXTS.users}
        lead={TEXTS.lead}
        action={
          <Button
            variant="contained"
            onClick={() => {
              open({ what: 'add' });
            }}
          >
            {TEXTS.addUser}
          </Button>
        }
        search={TEXTS.search}
        sort={{ field: 'id', order: 'DESC' }}
        filters={[
          {
            field: 'is_admin',
            label: TEXTS.administrator,
            all: TEXTS.everyone,
            choices: { 1: TEXTS.yes, 0: TEXTS.no },
            read: Number,
          },
          {
            field: 'can_use_shared_videos',
            label: TEXTS.sharedVideos,
            all: TEXTS.everyone,
            choices: { 1: TEXTS.allowed, 0: TEXTS.notAllowed },
            read: Number,
          },
        ]}
        columns={[
          {
            label: TEXTS.name,
            sort: 'name',
            cell: ({ id, name, email }) => (
              <TwoLines strong cut first={id === me.id ? <You name={name} /> : name} second={email} />
            ),
          },
          {
            label: TEXTS.plan,
            width: 190,
            cell: ({ subscription }) => <PlanOfUser subscription={subscription} />,
          },
          {
            label: TEXTS.usage,
            width: 124,
            cell: ({ usage }) => (
              <TwoLines
                first={plural(usage.tasks, 'task')}
                second={TEXTS.mb(megabytes(usage.storage_bytes))}
              />
            ),
          },
          {
            label: TEXTS.access,
            width: 168,
            cell: (user) => (
              <Permissions
                user={user}
                ask={(permission) => {
                  open({ what: 'permission', user, permission });
                }}
              />
            ),
          },
          {
            label: TEXTS.registered,
            sort: 'created_at',
            width: 136,
            spare: true,
            cell: ({ created_at }) => date(created_at, me.timezone),
          },
        ]}
        actions={{ width: 232, cell: (user) => <UserActions user={user} open={open} /> }}
        empty={{ icon: UsersIcon, text: TEXTS.empty, next: TEXTS.emptyHint }}
        failed={TEXTS.fetchFailed}
      />
      {dialog?.what === 'add' && <UserForm close={close} />}
      {dialog?.what === 'two-factor' && <TurnOffTwoFactor user={dialog.user} close={close} />}
      {dialog?.what === 'plan' && (
        <GivePlanDialog user={dialog.user} subscription={dialog.user.subscription} close={close} />
      )}
      {dialog?.what === 'edit' && <UserForm user={dialog.user} close={close} />}
      {dialog?.what === 'delete' && <DeleteUser user={dialog.user} close={close} />}
      {dialog?.what === 'permission' && <ConfirmPermission {...dialog} close={close} />}
    </>
  );
}

const You = ({ name }: Pick<AdminUser, 'name'>) => (
  <>
    <bdi>{name}</bdi> {TEXTS.you}
  </>
);
