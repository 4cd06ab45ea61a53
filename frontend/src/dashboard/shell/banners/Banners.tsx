import AwayIcon from '@mui/icons-material/CloudOffOutlined';
import OfflineIcon from '@mui/icons-material/WifiOffRounded';
import Stack from '@mui/material/Stack';
import { useConfig, useSubscription, useUser } from '../../queries';
import { useReach } from '../../../serverReachability';
import { isAdmin } from '../../../roles';
import { SMALL } from '../../layout/sizes';
import { Banner } from './Banner';
import { ConnectionBanners, missingCredentials, MissingBanner } from './ConnectionBanners';
import { RehearsalBanner } from './RehearsalBanner';
import { ZoneBanner } from './ZoneBanner';
import { SubscriptionBanner } from './SubscriptionBanner';

/** What stands in the way of posting, wherever one is; the worst first. */
export function Banners() {
  const config = useConfig();
  const user = useUser();
  const missing = missingCredentials(user);
  const hasPlan = Boolean(useSubscription().data);
  const reach = useReach();
  return (
    <Stack
      sx={{ gap: 1, '& > :last-child': { mb: 3 }, [SMALL]: { gap: 0.5, '& > :last-child': { mb: 1.5 } } }}
    >
      {reach === 'offline' && (
        <Banner tone="warning" icon={OfflineIcon} title="You are offline.">
          What you do now is not sent: do it again when you are back. Posts with a time go out all the same.
        </Banner>
      )}
      {reach === 'away' && (
        <Banner tone="warning" icon={AwayIcon} title="Cannot reach the server, trying again.">
          What you see may be out of date.
        </Banner>
      )}
      {config?.publisher === 'away' && (
        <Banner tone="bad" icon={AwayIcon} title="The publisher is away.">
          Nothing goes out until it is back; your posts keep their place.
        </Banner>
      )}
      {missing.length === 0 ? (
        <ConnectionBanners />
      ) : (
        // An administrator without a plan is here for others.
        (hasPlan || !isAdmin(user)) && <MissingBanner missing={missing} />
      )}
      <ZoneBanner />
      <SubscriptionBanner />
      {config?.network === 'rehearsal' && <RehearsalBanner connected={missing.length === 0} {...config} />}
    </Stack>
  );
}
