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
        title="Users"
        lead="Everybody with an account: what they may do, and the plan that they have."
        action={
          <Button
            variant="contained"
            onClick={() => {
              open({ what: 'add' });
            }}
          >
            Add person
          </Button>
        }
        search="Search by name or email"
        sort={{ field: 'id', order: 'DESC' }}
        filters={[
          {
            field: 'is_admin',
            label: 'Administrator',
            all: 'Everybody',
            choices: { 1: 'Yes', 0: 'No' },
            read: Number,
          },
          {
            field: 'can_use_shared_videos',
            label: 'Shared videos',
            all: 'Everybody',
            choices: { 1: 'Allowed', 0: 'Not allowed' },
            read: Number,
          },
        ]}
        columns={[
          {
            label: 'Name',
            sort: 'name',
            cell: ({ id, name, email }) => (
              <TwoLines strong cut first={id === me.id ? `${name} (you)` : name} second={email} />
            ),
          },
          {
            label: 'Plan',
            width: 190,
            cell: ({ subscription }) => <PlanOfUser subscription={subscription} />,
          },
          {
            label: 'Usage',
            width: 124,
            cell: ({ usage }) => (
              <TwoLines first={plural(usage.tasks, 'task')} second={`${megabytes(usage.storage_bytes)} MB`} />
            ),
          },
          {
            label: 'Access',
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
            label: 'Registered',
            sort: 'created_at',
            width: 136,
            spare: true,
            cell: ({ created_at }) => date(created_at, me.timezone),
          },
        ]}
        actions={{ width: 232, cell: (user) => <UserActions user={user} open={open} /> }}
        empty={{ icon: UsersIcon, text: 'No users yet', next: 'Whoever registers appears here.' }}
        failed="Failed to fetch users"
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
