import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { dateTime, relative } from '../../format';
import type { ConnectionState } from '../../types';
import { StatusChip } from '../layout/StatusChip';
import { useUser } from '../queries';
import { missingPermissions } from './permissions';
import { TEXTS } from './texts';

interface ConnectionRowProps {
  network: 'Facebook' | 'Instagram';
  state: ConnectionState;
}

const DAY_MS = 86_400_000;
const SOON_MS = 7 * DAY_MS;

/** The connection of one network: status, account, verification and expiry. */
export function ConnectionRow({ network, state }: ConnectionRowProps) {
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
        <Times {...state} />
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

/** Relative times, exact on hover. */
function Times({ status, verified_at, expires_at, resumes_at }: ConnectionState) {
  const { timezone } = useUser();
  const now = Date.now();
  const soon = expires_at !== null && new Date(expires_at).getTime() - now < SOON_MS;
  const exact = (iso: string) => dateTime(iso, timezone);
  if (status === 'missing') return null;
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 2,
        color: 'text.secondary',
        typography: 'body2',
        '&:empty': { display: 'none' },
      }}
    >
      {verified_at && <span title={exact(verified_at)}>{TEXTS.verified(relative(verified_at, now))}</span>}
      {expires_at && (
        <Box component="span" title={exact(expires_at)} sx={{ ...(soon && { color: 'tones.bad.text' }) }}>
          {new Date(expires_at).getTime() > now ? TEXTS.expires : TEXTS.expired} {relative(expires_at, now)}
        </Box>
      )}
      {resumes_at && <span title={exact(resumes_at)}>{TEXTS.resumes(relative(resumes_at, now))}</span>}
      {status === 'paused' && !resumes_at && <span>{TEXTS.waitsForReconnect}</span>}
    </Box>
  );
}
