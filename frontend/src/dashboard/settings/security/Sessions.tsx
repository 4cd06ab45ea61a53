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
import { TEXTS } from './texts';

const SHOWN = 10;

/** The open sessions of the account, which can be ended. */
export function Sessions() {
  const { data, isError, refetch } = useSessions();
  const [ending, end] = useState<OpenSession | 'others'>();
  const [all, showAll] = useState(false);
  const shown = all ? data : data?.slice(0, SHOWN);
  return (
    <Panel
      title={TEXTS.sessions}
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
            {TEXTS.endOthers}
          </Button>
        )
      }
    >
      <Typography sx={{ color: 'text.secondary', mb: 1 }}>{TEXTS.sessionsLead}</Typography>
      {isError ? (
        <Failure text={TEXTS.sessionsFailed} retry={refetch} />
      ) : shown ? (
        <Box component="ul" aria-label={TEXTS.sessions} sx={{ listStyle: 'none', m: 0, p: 0 }}>
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
          {TEXTS.showAll(data.length)}
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
          {current === 1 && <Chip size="small" variant="outlined" color="primary" label={TEXTS.thisDevice} />}
        </Box>
        <Typography
          variant="body2"
          title={TEXTS.sessionTimes(dateTime(created_at, timezone), dateTime(last_seen_at, timezone))}
          sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}
        >
          {[
            current === 1 ? TEXTS.activeNow : TEXTS.lastSeen(relative(last_seen_at, Date.now())),
            address ?? 'unknown address',
          ].join(', ')}
        </Typography>
      </Box>
      {current === 0 && (
        <Button
          size="small"
          color="inherit"
          sx={{ flex: 'none' }}
          aria-label={TEXTS.endNamedSession(name, address ?? 'unknown address')}
          onClick={() => {
            end(session);
          }}
        >
          {TEXTS.endSession}
        </Button>
      )}
    </Box>
  );
}

const Loading = () => (
  <Box role="status" aria-label={TEXTS.loading}>
    {[0, 1].map((n) => (
      <Skeleton key={n} height={56} />
    ))}
  </Box>
);
