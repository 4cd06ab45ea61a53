import LogoutIcon from '@mui/icons-material/Logout';
import Avatar from '@mui/material/Avatar';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useLogout } from 'react-admin';
import { lazyPart } from '../../lazyPart';
import type { User } from '../../types';
import { useUser } from '../queries';
import { OpenedPart } from '../layout/OpenedPart';
import { usePreload } from '../layout/usePreload';
import { TEXTS } from './texts';

const accountMenu = () => import('./AccountMenu').then((part) => ({ default: part.AccountMenu }));
const AccountMenu = lazyPart(accountMenu);

/** The signed-in user, the account menu and logout. */
export function Account({ expanded }: { expanded: boolean }) {
  const logout = useLogout();
  return (
    <Box
      sx={{
        display: 'flex',
        flexDirection: expanded ? 'row' : 'column',
        alignItems: 'center',
        gap: 0.5,
        flex: 'none',
        p: 1,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Opener expanded={expanded} />
      <Tooltip title={TEXTS.logout} placement={expanded ? 'top' : 'right'}>
        <IconButton aria-label={TEXTS.logout} color="inherit" onClick={() => void logout()}>
          <LogoutIcon fontSize="small" />
        </IconButton>
      </Tooltip>
    </Box>
  );
}

function Opener({ expanded }: { expanded: boolean }) {
  const user = useUser();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [wasOpened, setOpened] = useState(false);
  usePreload(accountMenu);
  return (
    <>
      <Tooltip title={expanded ? '' : <bdi>{user.name}</bdi>} placement="right">
        <ButtonBase
          aria-label={TEXTS.accountMenu(user.name)}
          aria-haspopup="menu"
          aria-expanded={Boolean(anchor)}
          onClick={(event) => {
            setOpened(true);
            setAnchor(event.currentTarget);
          }}
          sx={{
            flex: expanded ? 1 : 'none',
            minWidth: 0,
            gap: 1.25,
            p: 0.75,
            justifyContent: 'flex-start',
            textAlign: 'left',
            borderRadius: 1,
            '&:hover': { bgcolor: 'action.hover' },
            '&:focus-visible': { outline: 2, outlineColor: 'primary.main' },
          }}
        >
          <Initials {...user} />
          {expanded && (
            <Box component="span" sx={{ minWidth: 0, display: 'block' }}>
              <Typography
                component="span"
                noWrap
                dir="auto"
                title={user.name}
                sx={{ display: 'block', fontWeight: 600 }}
              >
                {user.name}
              </Typography>
              <Typography
                component="span"
                variant="body2"
                noWrap
                sx={{ display: 'block', color: 'text.secondary' }}
              >
                {user.email}
              </Typography>
            </Box>
          )}
        </ButtonBase>
      </Tooltip>
      {wasOpened && (
        <OpenedPart
          close={() => {
            setAnchor(null);
            setOpened(false);
          }}
        >
          <AccountMenu
            anchor={anchor}
            close={() => {
              setAnchor(null);
            }}
          />
        </OpenedPart>
      )}
    </>
  );
}

const Initials = ({ name }: User) => (
  <Avatar
    aria-hidden="true"
    sx={{
      width: 32,
      height: 32,
      fontSize: 13,
      fontWeight: 600,
      bgcolor: 'brandTint',
      color: 'primary.main',
    }}
  >
    {initials(name)}
  </Avatar>
);

const initials = (name: string) =>
  name
    .split(/\s+/)
    .map((word) => [...word][0])
    .slice(0, 2)
    .join('')
    .toUpperCase();
