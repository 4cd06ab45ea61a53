import SettingsIcon from '@mui/icons-material/SettingsOutlined';
import CaptionsIcon from '@mui/icons-material/ShortTextOutlined';
import VideosIcon from '@mui/icons-material/VideocamOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { date, megabytes, plural } from '../../format';
import type { Subscription, Usage } from '../../types';
import { Failure } from '../layout/Failure';
import { Panel } from '../layout/Panel';
import { StatusChip } from '../posts/StatusChip';
import { useSubscription, useUser } from '../queries';
import { FOUR_COLUMNS } from './columns';

const ACTIONS = [
  { to: '/dashboard/videos', text: 'Upload videos', icon: VideosIcon },
  { to: '/dashboard/captions', text: 'Write captions', icon: CaptionsIcon },
  { to: '/dashboard/settings', text: 'Open settings', icon: SettingsIcon },
];

/** Subscription, Storage, Tasks and Quick Actions. */
export function Cards() {
  return (
    <Box sx={FOUR_COLUMNS}>
      <SubscriptionPanel title="Subscription">
        {(subscription) => <Standing {...subscription} />}
      </SubscriptionPanel>
      <SubscriptionPanel title="Storage">
        {({ storage }) => (
          <Meter
            name="Storage used"
            usage={storage}
            value={`${megabytes(storage.used)} MB`}
            of={`of ${megabytes(storage.total)} MB used`}
          />
        )}
      </SubscriptionPanel>
      <SubscriptionPanel title="Tasks">
        {({ submissions }) => (
          <Meter
            name="Tasks used"
            usage={submissions}
            value={String(submissions.used)}
            of={`of ${submissions.total} used`}
          />
        )}
      </SubscriptionPanel>
      <Panel title="Quick Actions">
        <Stack sx={{ gap: 0.5, mx: -1 }}>
          {ACTIONS.map(({ to, text, icon: Icon }) => (
            <Button
              key={to}
              component={Link}
              to={to}
              size="small"
              startIcon={<Icon />}
              sx={{ justifyContent: 'flex-start' }}
            >
              {text}
            </Button>
          ))}
        </Stack>
      </Panel>
    </Box>
  );
}

function SubscriptionPanel({ title, children }: { title: string; children: (s: Subscription) => ReactNode }) {
  const { data, isPending, isError, refetch } = useSubscription();
  return (
    <Panel title={title}>
      {isPending ? (
        <Box role="status" aria-label="Loading">
          <Skeleton width="55%" height={32} />
          <Skeleton width="80%" />
        </Box>
      ) : data ? (
        children(data)
      ) : isError ? (
        <Failure text="Failed to load subscription details" retry={refetch} />
      ) : (
        <Typography sx={{ color: 'text.secondary' }}>No active subscription</Typography>
      )}
    </Panel>
  );
}

function Standing({ plan, expiry, subscription_status }: Subscription) {
  const { timezone } = useUser();
  const active = subscription_status === 'active';
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 0.5 }}>
        <Typography sx={{ fontSize: 20, lineHeight: '28px', fontWeight: 600 }}>{plan.name}</Typography>
        <StatusChip status={subscription_status} />
      </Box>
      <Typography sx={{ color: 'text.secondary' }}>
        {active
          ? `${plural(expiry.days_left, 'day')} left, until ${date(expiry.date, timezone)}`
          : `Ended ${date(expiry.date, timezone)}`}
      </Typography>
    </>
  );
}

interface MeterProps {
  name: string;
  usage: Usage;
  value: string;
  of: string;
}

function Meter({ name, usage, value, of }: MeterProps) {
  const percent = usage.total > 0 ? Math.min(100, (usage.used / usage.total) * 100) : 0;
  return (
    <>
      <Typography
        sx={{ fontSize: 20, lineHeight: '28px', fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}
      >
        {value}
      </Typography>
      <Typography sx={{ color: 'text.secondary', mt: 0.5, mb: 1.5, fontVariantNumeric: 'tabular-nums' }}>
        {of}
      </Typography>
      <LinearProgress
        variant="determinate"
        value={percent}
        aria-label={name}
        color={percent >= 90 ? 'error' : 'primary'}
      />
    </>
  );
}
