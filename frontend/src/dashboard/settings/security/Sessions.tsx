import ComputerIcon from '@mui/icons-material/ComputerOutlined';
import PhoneIcon from '@mui/icons-material/PhoneAndroidOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { dateTime, relative } from '../../../format';
import { Failure } from '../../layout/Failure';
import { Panel } from '../../layout/Panel';
import { useUser } from '../../queries';
import type { OpenSession } from './calls';
import { deviceOf } from './device';
import { EndSessions } from './EndSessions';
import { useSessions } from './queries';

const SHOWN = 10;

/** Where somebody is signed in with this account, and the way to end that. */
export function Sessions() {
  const { data, isError, refetch } = useSessions();
  const [ending, end] = useState<OpenSession | 'others'>();
  const [all, showAll] = useState(false);
  const shown = all ? data : data?.slice(0, SHOWN);
  return (
    <Panel
      title="Sessions"
      level="h3"
      aside={
        data &&
        data.length > 1 && (
          <Button
            size="small"
            variant="outlined"
            color="inherit"
            onClick={() => {
              end('others');
            }}
          >
            End all other sessions
          </Button>
        )
      }
    >
      <Typography sx={{ color: 'text.secondary', mb: 1 }}>
        Where somebody is signed in as you. End what you do not recognise, and change your password.
      </Typography>
      {isError ? (
        <Failure text="Failed to fetch sessions" retry={refetch} />
      ) : shown ? (
        <Box component="ul" aria-label="Sessions" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {shown.map((session) => (
            <Row key={session.id} session={session} end={end} />
          ))}
        </Box>
      ) : (
        <Loading />
      )}
      {data && data.length > SHOWN && !all && (
        <Button
          size="small"
          color="inherit"
          sx={{ mt: 1 }}
          onClick={() => {
            showAll(true);
          }}
        >
          Show all {data.length}
        </Button>
      )}
      {ending && (
        <EndSessions
          which={ending}
          close={() => {
            end(undefined);
          }}
        />
      )}
    </Panel>
  );
}

function Row({ session, end }: { session: OpenSession; end: (session: OpenSession) => void }) {
  const { timezone } = useUser();
  const { current, agent, address, created_at, last_seen_at } = session;
  const { name, handheld } = deviceOf(agent);
  const Icon = handheld ? PhoneIcon : ComputerIcon;
  return (
    <Box
      component="li"
      sx={{ display: 'flex', alignItems: 'center', gap: 1.5, py: 1.25, borderTop: 1, borderColor: 'divider' }}
    >
      <Icon sx={{ color: 'text.secondary', alignSelf: 'flex-start', mt: 0.25 }} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
          <Typography sx={{ fontWeight: 600 }} title={agent ?? undefined}>
            {name}
          </Typography>
          {current === 1 && <Chip size="small" variant="outlined" color="primary" label="This device" />}
        </Box>
        <Typography
          variant="body2"
          title={`Signed in ${dateTime(created_at, timezone)}; last seen ${dateTime(last_seen_at, timezone)}`}
          sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}
        >
          {[
            current === 1 ? 'Active now' : `Last seen ${relative(last_seen_at, Date.now())}`,
            address ?? 'unknown address',
          ].join(', ')}
        </Typography>
      </Box>
      {current === 0 && (
        <Button
          size="small"
          color="inherit"
          sx={{ flex: 'none' }}
          aria-label={`End session: ${name}, ${address ?? 'unknown address'}`}
          onClick={() => {
            end(session);
          }}
        >
          End session
        </Button>
      )}
    </Box>
  );
}

const Loading = () => (
  <Box role="status" aria-label="Loading">
    {[0, 1].map((n) => (
      <Skeleton key={n} height={56} />
    ))}
  </Box>
);
