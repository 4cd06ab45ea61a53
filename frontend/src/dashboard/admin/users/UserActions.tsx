import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import KeyOffIcon from '@mui/icons-material/KeyOffOutlined';
import Button from '@mui/material/Button';
import { IconAction } from '../list/IconAction';
import { RowActions } from '../list/RowActions';
import type { AdminUser } from '../../../types';
import type { UserDialog } from './userDialog';
import { TEXTS } from './texts';

interface UserActionsProps {
  user: AdminUser;
  open: (dialog: UserDialog) => void;
}

export function UserActions({ user, open }: UserActionsProps) {
  const verb = user.subscription?.status === 'active' ? TEXTS.extendPlan : TEXTS.givePlan;
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
        name={TEXTS.editNamed(user.name)}
        icon={EditIcon}
        act={() => {
          open({ what: 'edit', user });
        }}
      />
      {user.two_factor === 1 && (
        <IconAction
          name={TEXTS.turnOffTwoFactorFor(user.name)}
          icon={KeyOffIcon}
          act={() => {
            open({ what: 'two-factor', user });
          }}
        />
      )}
      <IconAction
        name={TEXTS.deleteNamed(user.name)}
        icon={DeleteIcon}
        act={() => {
          open({ what: 'delete', user });
        }}
      />
    </RowActions>
  );
}
