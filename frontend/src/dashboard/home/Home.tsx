import SupportIcon from '@mui/icons-material/SupportAgentOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ButtonProps } from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { Suspense, useDeferredValue, useEffect, useState } from 'react';
import { lazyPart } from '../../lazyPart';
import { useOverview } from '../admin/overview/useOverview';
import type { Overview } from '../admin/overview/useOverview';
import { isAdmin } from '../../roles';
import { Deferred } from '../layout/Deferred';
import { Screen } from '../layout/Screen';
import { PHONE } from '../layout/sizes';
import { UploadVideos } from '../layout/UploadVideos';
import { useBannersSettled, useConfig, usePlans, useSubscription, useUser } from '../queries';
import { useNeedsPlan } from '../subscription/useNeedsPlan';
import { SubscriptionCards } from './SubscriptionCards';
import { TWO_COLUMNS } from '../layout/columns';
import { RecentFailures } from './RecentFailures';
import { FirstSteps, useFirstSteps } from './FirstSteps';
import { HomeSkeleton } from './HomeSkeleton';
import { NextPosts } from './NextPosts';
import { AvailablePlans } from './AvailablePlans';
import { useUpcoming } from './useUpcoming';
import type { UpcomingQuery } from './useUpcoming';
import { TEXTS } from './texts';

const adminOverview = () => import('../admin/overview/AdminOverview');
const AdminOverview = lazyPart(() => adminOverview().then((part) => ({ default: part.AdminOverview })));

export default function Home() {
  const administrates = isAdmin(useUser());
  // Fetched here, before the parts that show them render.
  const upcoming = useUpcoming();
  const needsPlan = useNeedsPlan(upcoming);
  const parts = { upcoming, first: useFirstSteps(), overview: useOverview(administrates) };
  const waits = [...Object.values(parts), usePlans()].some(({ isPending }) => isPending);
  const known = useBannersSettled() && !waits;
  // Stays true: later refetches are handled by each part.
  const [ready, setReady] = useState(known);
  if (known && !ready) setReady(true);
  useEffect(() => {
    if (administrates) adminOverview().catch(() => undefined);
  }, [administrates]);
  if (!useDeferredValue(ready)) return <HomeSkeleton />;
  return (
    <Suspense fallback={<HomeSkeleton />}>
      <Parts {...parts} needsPlan={needsPlan} />
    </Suspense>
  );
}

interface PartsProps {
  upcoming: UpcomingQuery;
  needsPlan: boolean;
  first: ReturnType<typeof useFirstSteps>;
  overview: Overview;
}

function Parts({ upcoming, needsPlan, first, overview }: PartsProps) {
  const user = useUser();
  const administrates = isAdmin(user);
  const hasPlan = useSubscription().data?.subscription_status === 'active';
  const newcomer = administrates ? null : first.steps;
  return (
    <Screen
      title={TEXTS.dashboard}
      lead={TEXTS.greeting(user.name.split(' ')[0] ?? '')}
      action={<ContactSupport sx={{ [PHONE]: { display: 'none' } }} />}
      thumb={hasPlan && <UploadVideos />}
    >
      <Stack sx={{ gap: { xs: 2, md: 3 } }}>
        {administrates && <AdminOverview overview={overview} />}
        {newcomer && <FirstSteps steps={newcomer} />}
        {/* Without a plan both would be empty. */}
        {!((newcomer || administrates) && needsPlan) && (
          <Box sx={TWO_COLUMNS}>
            <NextPosts upcoming={upcoming} />
            <RecentFailures upcoming={upcoming} />
          </Box>
        )}
        <Deferred>
          <SubscriptionCards newcomer={newcomer !== null} />
          <Deferred>
            <AvailablePlans />
            <ContactSupport sx={{ display: 'none', [PHONE]: { display: 'inline-flex' } }} />
          </Deferred>
        </Deferred>
      </Stack>
    </Screen>
  );
}

/** On a phone it comes last. */
function ContactSupport({ sx }: Pick<ButtonProps, 'sx'>) {
  const support = useConfig()?.support_url;
  if (!support) return null;
  return (
    <Button
      variant="outlined"
      color="inherit"
      startIcon={<SupportIcon />}
      href={support}
      target="_blank"
      rel="noopener noreferrer"
      sx={sx}
    >
      {TEXTS.contactSupport}
    </Button>
  );
}
