import AwayIcon from '@mui/icons-material/CloudOffOutlined';
import OfflineIcon from '@mui/icons-material/WifiOffRounded';
import Stack from '@mui/material/Stack';
import { useAccounts, useConfig, useSubscription, useUser } from '../../queries';
import { useReach } from '../../../serverReachability';
import { isAdmin } from '../../../roles';
import { SMALL } from '../../layout/sizes';
import { hasChoice } from '../../accounts/account';
import { AccountBanners } from './AccountBanners';
import { Banner } from './Banner';
import { ConnectionBanners, missingCredentials, MissingBanner } from './ConnectionBanners';
import { RehearsalBanner } from './RehearsalBanner';
import { ZoneBanner } from './ZoneBanner';
import { SubscriptionBanner } from './SubscriptionBanner';
import { TEXTS } from './texts';

/** Everything that prevents posting, worst first. */
export function Banners() {
  const config = useConfig();
  const user = useUser();
  const { data: accounts = NONE } = useAccounts();
  // Without a default Page there may still be an Instagram account.
  const missing = accounts.length > 0 ? NONE : missingCredentials(user);
  const hasPlan = Boolean(useSubscription().data);
  const reach = useReach();
  return (
    <Stack
      sx={{ gap: 1, '& > :last-child': { mb: 3 }, [SMALL]: { gap: 0.5, '& > :last-child': { mb: 1.5 } } }}
    >
      {reach === 'offline' && (
        <Banner tone="warning" icon={OfflineIcon} title={TEXTS.offline}>
          {TEXTS.offlineHint}
        </Banner>
      )}
      {reach === 'away' && (
        <Banner tone="warning" icon={AwayIcon} title={TEXTS.serverAway}>
          {TEXTS.awayHint}
        </Banner>
      )}
      {config?.publisher === 'away' && (
        <Banner tone="bad" icon={AwayIcon} title={TEXTS.publisherAway}>
          {TEXTS.publisherAwayHint}
        </Banner>
      )}
      {missing.length === 0 ? (
        <>
          {!hasChoice(accounts) && <ConnectionBanners />}
          <AccountBanners accounts={accounts} />
        </>
      ) : (
        // An administrator without a plan does not post.
        (hasPlan || !isAdmin(user)) && <MissingBanner missing={missing} />
      )}
      <ZoneBanner />
      <SubscriptionBanner />
      {config?.network === 'rehearsal' && <RehearsalBanner connected={missing.length === 0} {...config} />}
    </Stack>
  );
}

const NONE: never[] = [];
