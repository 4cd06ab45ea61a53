import AwayIcon from '@mui/icons-material/CloudOffOutlined';
import Stack from '@mui/material/Stack';
import { useConfig, useConfigQuery, useConnection, useSubscription, useUser } from '../../queries';
import { Banner } from './Banner';
import { ConnectionBanners, missingCredentials, MissingBanner } from './ConnectionBanners';
import { RehearsalBanner } from './RehearsalBanner';
import { SubscriptionBanner } from './SubscriptionBanner';

/** What stands in the way of posting, wherever one is; the worst first. */
export function Banners() {
  const config = useConfig();
  const missing = missingCredentials(useUser());
  return (
    <Stack sx={{ gap: 1, '& > :last-child': { mb: 3 } }}>
      {config?.publisher === 'away' && (
        <Banner tone="bad" icon={AwayIcon} title="The publisher is away.">
          Nothing goes out until it is back; your posts keep their place.
        </Banner>
      )}
      {missing.length > 0 ? <MissingBanner missing={missing} /> : <ConnectionBanners />}
      <SubscriptionBanner />
      {config?.network === 'rehearsal' && <RehearsalBanner connected={missing.length === 0} {...config} />}
    </Stack>
  );
}

/** Whether it is settled which banners there are: what is drawn below them from then on does not move. */
export function useBannersKnown(): boolean {
  const config = useConfigQuery();
  const waits = [useSubscription().isPending, useConnection().isPending, config.isPending];
  return !config.isPlaceholderData && !waits.includes(true);
}
