import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type { ConnectionState } from '../../types';
import { StatusChip } from '../layout/StatusChip';
import { ConnectionTimes } from './ConnectionTimes';
import { missingPermissions } from './permissions';
import { TEXTS } from './texts';

interface ConnectionRowProps {
  network: 'Facebook' | 'Instagram';
  state: ConnectionState;
  /** What can be done. */
  children?: ReactNode;
}

const DAY_MS = 86_400_000;

/** The connection of one network: status, account, verification and expiry. */
export function ConnectionRow({ network, state, children }: ConnectionRowProps) {
  return (
    <Box
      role="status"
      aria-label={TEXTS.connection(network)}
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', sm: '88px minmax(0, 1fr) auto' },
        alignItems: 'start',
        columnGap: 2,
        rowGap: 0.5,
        py: 1.5,
        '& + &': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      <Typography sx={{ fontWeight: 600, lineHeight: '24px' }}>{network}</Typography>
      <Box sx={{ gridColumn: { xs: '1 / -1', sm: 2 }, gridRow: { xs: 2, sm: 1 }, overflowWrap: 'anywhere' }}>
        <Typography sx={{ lineHeight: '24px' }}>{standing(network, state)}</Typography>
        <ConnectionTimes {...state}>{children}</ConnectionTimes>
        {warnings(state).map((sentence) => (
          <Typography key={sentence} variant="body2" sx={{ color: 'tones.bad.text' }}>
            {sentence}
          </Typography>
        ))}
      </Box>
      <Box sx={{ gridColumn: -2, gridRow: 1, display: 'flex' }}>
        <StatusChip status={state.status} />
      </Box>
    </Box>
  );
}

function standing(network: string, { status, name, paused_reason }: ConnectionState): string {
  switch (status) {
    case 'missing':
      return network === 'Facebook' ? TEXTS.facebookMissing : TEXTS.instagramMissing;
    case 'unverified':
      return TEXTS.unverified(name ?? `Your ${network} account`);
    case 'connected':
      return TEXTS.connectedAs(name ?? 'your account');
    case 'paused':
      return paused_reason ?? TEXTS.lastCallRefused(network);
  }
}

function warnings({ status, expires_at, missing_permissions }: ConnectionState): string[] {
  const left = expires_at === null ? Infinity : new Date(expires_at).getTime() - Date.now();
  return [
    ...(status !== 'missing' && left > 0 && left < DAY_MS ? [TEXTS.tokenEndsToday] : []),
    ...(missing_permissions?.length ? [missingPermissions(missing_permissions)] : []),
  ];
}
