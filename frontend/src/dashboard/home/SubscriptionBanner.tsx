import WarningIcon from '@mui/icons-material/WarningAmberRounded';
import { Banner } from '../layout/Banner';
import { useSubscription } from '../queries';

const NONE = "You don't have an active subscription. Choose a plan below to get started.";
const EXPIRED = 'Your subscription has expired. Please renew to continue using all features.';

export function SubscriptionBanner() {
  const { data, isSuccess } = useSubscription();
  if (!isSuccess || data?.subscription_status === 'active') return null;
  return (
    <Banner tone="warning" icon={WarningIcon} action={<a href="#plans">See plans</a>}>
      {data?.subscription_status === 'expired' ? EXPIRED : NONE}
    </Banner>
  );
}
