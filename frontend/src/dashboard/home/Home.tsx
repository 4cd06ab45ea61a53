import SupportIcon from '@mui/icons-material/SupportAgentOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ButtonProps } from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { Suspense, useDeferredValue, useEffect, useState } from 'react';
import { lazyPart } from '../../lazyPart';
import { useOverview } from '../admin/useOverview';
import type { Overview } from '../admin/useOverview';
import { useBannersKnown } from '../layout/banners/Banners';
import { isAdmin } from '../layout/entries';
import { Later } from '../layout/Later';
import { Screen } from '../layout/Screen';
import { PHONE } from '../layout/sizes';
import { UploadVideos } from '../layout/UploadVideos';
import { useConfig, usePlans, useSubscription, useUser } from '../queries';
import { useNeedsPlan } from '../subscription/useNeedsPlan';
import { Cards } from './Cards';
import { TWO_COLUMNS } from './columns';
import { FailedLately } from './FailedLately';
import { FirstSteps, useFirstSteps } from './FirstSteps';
import { HomeSkeleton } from './HomeSkeleton';
import { NextOut } from './NextOut';
import { Plans } from './Plans';
import { useOutlook } from './useOutlook';
import type { OutlookQuery } from './useOutlook';

const adminOverview = () => import('../admin/AdminOverview');
const AdminOverview = lazyPart(() => adminOverview().then((part) => ({ default: part.AdminOverview })));

export default function Home() {
  const administrates = isAdmin(useUser());
  // Asked for at once, and not only when the parts that show them are drawn.
  const outlook = useOutlook();
  const needsPlan = useNeedsPlan(outlook);
  const parts = { outlook, first: useFirstSteps(), overview: useOverview(administrates) };
  const waits = [...Object.values(parts), usePlans()].some(({ isPending }) => isPending);
  const known = useBannersKnown() && !waits;
  // From then on each part speaks for itself, also while it is asked for again.
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
  outlook: OutlookQuery;
  needsPlan: boolean;
  first: ReturnType<typeof useFirstSteps>;
  overview: Overview;
}

function Parts({ outlook, needsPlan, first, overview }: PartsProps) {
  const user = useUser();
  const administrates = isAdmin(user);
  const hasPlan = useSubscription().data?.subscription_status === 'active';
  const newcomer = administrates ? null : first.steps;
  return (
    <Screen
      title="Dashboard"
      lead={`Hello ${user.name.split(' ')[0] ?? ''}, this is how your page stands.`}
      action={<ContactSupport sx={{ [PHONE]: { display: 'none' } }} />}
      thumb={hasPlan && <UploadVideos />}
    >
      <Stack sx={{ gap: { xs: 2, md: 3 } }}>
        {administrates && <AdminOverview overview={overview} />}
        {newcomer && <FirstSteps steps={newcomer} />}
        {/* Before there is a plan, both would only say that there is none. */}
        {!((newcomer || administrates) && needsPlan) && (
          <Box sx={TWO_COLUMNS}>
            <NextOut outlook={outlook} />
            <FailedLately outlook={outlook} />
          </Box>
        )}
        <Later>
          <Cards newcomer={newcomer !== null} />
          <Later>
            <Plans />
            <ContactSupport sx={{ display: 'none', [PHONE]: { display: 'inline-flex' } }} />
          </Later>
        </Later>
      </Stack>
    </Screen>
  );
}

/** On a phone it is at the end: first comes what one opens this screen for. */
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
      Contact Support
    </Button>
  );
}
