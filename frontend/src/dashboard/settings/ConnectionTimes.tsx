import Box from '@mui/material/Box';
import { dateTime, relative } from '../../format';
import type { ReactNode } from 'react';
import type { ConnectionState } from '../../types';
import { useUser } from '../queries';
import { TEXTS } from './texts';

const SOON_MS = 7 * 86_400_000;

type Timed = Pick<ConnectionState, 'status' | 'verified_at' | 'expires_at' | 'resumes_at'>;

/** Relative times, exact on hover. */
export function ConnectionTimes(props: Timed & { children?: ReactNode }) {
  const { status, verified_at, expires_at, resumes_at, children } = props;
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
        alignItems: 'baseline',
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
      {children}
    </Box>
  );
}
