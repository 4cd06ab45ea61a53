import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import KeyOffIcon from '@mui/icons-material/KeyOffOutlined';
import Button from '@mui/material/Button';
import { IconAction } from '../list/IconAction';
import { RowActions } from '../list/RowActions';
import type { AdminUser } from '../../../types';
import type { UserDialog } from './userDialog';

interface UserActionsProps {
  user: AdminUser;
  open: (dialog: UserDialog) => void;
}

export function UserActions({ user, open }: UserActionsProps) {
  const verb = user.subscription?.status === 'active' ? 'Extend plan' : 'Give plan';
  return (
    <RowActions>
      <Button
        size="small"
        variant="outlined"
        color="inherit"
        aria-label={`${verb}: ${user.name}`}
        onClick={() => {
          open({ what: 'plan', user });
        }}
      >
        {verb}
      </Button>
      <IconAction
        name={`Edit ${user.name}`}
        icon={EditIcon}
        act={() => {
          open({ what: 'edit', user });
        }}
      />
      {user.two_factor === 1 && (
        <IconAction
          name={`Turn off two-factor of ${user.name}`}
          icon={KeyOffIcon}
          act={() => {
            open({ what: 'two-factor', user });
          }}
        />
      )}
      <IconAction
        name={`Delete ${user.name}`}
        icon={DeleteIcon}
        act={() => {
          open({ what: 'delete', user });
        }}
      />
    </RowActions>
  );
}
