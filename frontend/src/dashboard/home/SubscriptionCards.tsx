import SettingsIcon from '@mui/icons-material/SettingsOutlined';
import CaptionsIcon from '@mui/icons-material/ShortTextOutlined';
import VideosIcon from '@mui/icons-material/VideocamOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { memo, useId, type ReactNode } from 'react';
import { Link } from 'react-router';
import { megabytes, plural, roughGigabytes } from '../../format';
import type { Subscription } from '../../types';
import { Failure } from '../layout/Failure';
import { Panel } from '../layout/Panel';
import { PHONE } from '../layout/sizes';
import { StatusChip } from '../layout/StatusChip';
import { ASKED_ABOVE, useAccounts, usePlans, useSubscription, useUser } from '../queries';
import { FOUR_COLUMNS, TWO_COLUMNS } from '../layout/columns';
import { TEXTS } from './texts';
import { timeLeft } from './timeLeft';
import { FIGURE, UsageMeter } from './UsageMeter';

const ACTIONS = [
  { to: '/dashboard/videos', text: TEXTS.uploadVideos, icon: VideosIcon },
  { to: '/dashboard/captions', text: TEXTS.writeCaptions, icon: CaptionsIcon },
  { to: '/dashboard/settings', text: TEXTS.openSettings, icon: SettingsIcon },
];

/** Subscription, Storage, Tasks and Quick Actions. A newcomer without a plan gets no usage cards. */
export const SubscriptionCards = memo(function SubscriptionCards({ newcomer }: { newcomer: boolean }) {
  const { data, isSuccess } = useSubscription(ASKED_ABOVE);
  const quickActions = <QuickActions />;
  if (newcomer && isSuccess && !data)
    return (
      <Box sx={TWO_COLUMNS}>
        <SubscriptionPanel title={TEXTS.subscription}>
          {(subscription) => <Standing {...subscription} />}
        </SubscriptionPanel>
        {quickActions}
      </Box>
    );
  return (
    <Box sx={FOUR_COLUMNS}>
      <SubscriptionPanel title={TEXTS.subscription}>
        {(subscription) => <Standing {...subscription} />}
      </SubscriptionPanel>
      <SubscriptionPanel title={TEXTS.storage}>
        {({ storage }) => (
          <UsageMeter
            name={TEXTS.storageUsed}
            usage={storage}
            value={`${megabytes(storage.used)} MB`}
            of={TEXTS.megabytesUsed(megabytes(storage.total))}
            hint={TEXTS.gigabytesUsed(roughGigabytes(storage.used), roughGigabytes(storage.total))}
          />
        )}
      </SubscriptionPanel>
      <SubscriptionPanel title={TEXTS.tasks}>
        {({ submissions }) => (
          <UsageMeter
            name={TEXTS.tasksUsed}
            usage={submissions}
            value={String(submissions.used)}
            of={TEXTS.tasksUsedOf(submissions.total)}
            hint={TEXTS.taskHint}
          />
        )}
      </SubscriptionPanel>
      {quickActions}
    </Box>
  );
});

const LINKS_IN_A_ROW = {
  flexDirection: 'row',
  flexWrap: 'wrap',
  my: -1,
  '& .MuiButton-startIcon': { display: 'none' },
};

const QuickActions = () => (
  <Panel title={TEXTS.quickActions}>
    <Stack sx={{ gap: 0.5, mx: -1, [PHONE]: LINKS_IN_A_ROW }}>
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
);

function SubscriptionPanel({ title, children }: { title: string; children: (s: Subscription) => ReactNode }) {
  const id = useId();
  const { data, isPending, isError, refetch } = useSubscription(ASKED_ABOVE);
  return (
    <Card component="section" aria-labelledby={id} sx={PANEL}>
      <Typography id={id} variant="h2" sx={{ mb: 2, [PHONE]: { mb: 0 } }}>
        {title}
      </Typography>
      {isPending ? (
        <Box role="status" aria-label={TEXTS.loading}>
          <Skeleton width="55%" height={32} />
          <Skeleton width="80%" />
        </Box>
      ) : data ? (
        children(data)
      ) : isError ? (
        <Failure text={TEXTS.subscriptionFailed} retry={refetch} />
      ) : (
        <Typography sx={{ color: 'text.secondary' }}>{TEXTS.noActiveSubscription}</Typography>
      )}
    </Card>
  );
}

const PANEL = {
  p: { xs: 2, sm: 3 },
  [PHONE]: {
    px: 2,
    py: 1.5,
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    columnGap: 2,
    rowGap: 0.5,
    alignItems: 'baseline',
    // The second child stands beside the title, the rest below.
    '& > :nth-child(2)': { justifySelf: 'end', textAlign: 'end', m: 0 },
    '& > :nth-child(n + 3)': { gridColumn: '1 / -1' },
  },
};

function Standing(subscription: Subscription) {
  const { plan, subscription_status } = subscription;
  const { timezone } = useUser();
  const active = subscription_status === 'active';
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 0.5 }}>
        <Typography dir="auto" sx={{ ...FIGURE, minWidth: 0, overflowWrap: 'anywhere' }}>
          {plan.name}
        </Typography>
        <StatusChip status={subscription_status} />
      </Box>
      <Typography sx={{ color: 'text.secondary' }}>{timeLeft(subscription, timezone)}</Typography>
      {active && <AccountLimit planId={plan.id} />}
    </>
  );
}

/** Nothing where the plan has no limit. */
function AccountLimit({ planId }: { planId: number }) {
  const { data } = useAccounts();
  const most = usePlans(ASKED_ABOVE).data?.find(({ id }) => id === planId)?.max_accounts ?? null;
  if (most === null) return null;
  const accounts = plural(most, 'account');
  return (
    <Typography sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
      {data ? TEXTS.accountsUsed(data.length, accounts) : TEXTS.accountsAllowed(accounts)}
    </Typography>
  );
}
