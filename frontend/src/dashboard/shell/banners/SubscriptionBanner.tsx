import WarningIcon from '@mui/icons-material/WarningAmberRounded';
import { Link, useMatch } from 'react-router';
import { SHOW_PLANS } from '../../../navigation';
import { useSubscription } from '../../queries';
import { Banner } from './Banner';

const NONE = "You don't have an active subscription. Choose a plan below to get started.";
const EXPIRED = 'Your subscription has expired. Please renew to continue using all features.';

/** Only at home, above the plans that it speaks of; elsewhere the screens that need one say so themselves. */
export function SubscriptionBanner() {
  const { data, isSuccess } = useSubscription();
  const home = useMatch('/dashboard');
  if (!home || !isSuccess || data?.subscription_status === 'active') return null;
  return (
    <Banner
      tone="warning"
      icon={WarningIcon}
      action={
        <Link to="/dashboard" state={SHOW_PLANS} replace>
          See plans
        </Link>
      }
    >
      {data?.subscription_status === 'expired' ? EXPIRED : NONE}
    </Banner>
  );
}
