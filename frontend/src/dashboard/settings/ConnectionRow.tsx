import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { dateTime, relative } from '../../format';
import type { ConnectionState } from '../../types';
import { StatusChip } from '../layout/StatusChip';
import { useUser } from '../queries';
import { missingPermissions } from './permissions';

interface ConnectionRowProps {
  network: 'Facebook' | 'Instagram';
  state: ConnectionState;
}

const DAY_MS = 86_400_000;
const SOON_MS = 7 * DAY_MS;

/** One network: whether it is connected and as whom, since when that is known and until when it holds. */
export function ConnectionRow({ network, state }: ConnectionRowProps) {
  return (
    <Box
      role="status"
      aria-label={`${network} connection`}
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
      return network === 'Facebook'
        ? 'Add an access token and a page id to connect your page.'
        : 'Add an Instagram page id to post there as well.';
    case 'unverified':
      return `${name ?? `Your ${network} account`} could not be checked yet; posts are tried all the same.`;
    case 'connected':
      return `Connected as ${name ?? 'your account'}`;
    case 'paused':
      return paused_reason ?? `${network} refused the last call.`;
  }
}

function warnings({ status, expires_at, missing_permissions }: ConnectionState): string[] {
  const left = expires_at === null ? Infinity : new Date(expires_at).getTime() - Date.now();
  return [
    ...(status !== 'missing' && left > 0 && left < DAY_MS
      ? ['This token ends within a day, and posts stop with it. Save a long-lived one.']
      : []),
    ...(missing_permissions?.length ? [missingPermissions(missing_permissions)] : []),
  ];
}

/** Relative, and exact on hover. */
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
      {verified_at && <span title={exact(verified_at)}>Verified {relative(verified_at, now)}</span>}
      {expires_at && (
        <Box component="span" title={exact(expires_at)} sx={{ ...(soon && { color: 'tones.bad.text' }) }}>
          {new Date(expires_at).getTime() > now ? 'Expires' : 'Expired'} {relative(expires_at, now)}
        </Box>
      )}
      {resumes_at && <span title={exact(resumes_at)}>Resumes {relative(resumes_at, now)}</span>}
      {status === 'paused' && !resumes_at && <span>Posts wait until you reconnect.</span>}
    </Box>
  );
}
