import WarningIcon from '@mui/icons-material/WarningAmberRounded';
import { Link, useMatch } from 'react-router';
import { SHOW_PLANS } from '../../../navigation';
import { useSubscription } from '../../queries';
import { Banner } from './Banner';
import { TEXTS } from './texts';

const NONE = TEXTS.noSubscription;
const EXPIRED = TEXTS.subscriptionExpired;

/** Only at home, above the plans. Other screens have their own Subscription Required view. */
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
          {TEXTS.seePlans}
        </Link>
      }
    >
      {data?.subscription_status === 'expired' ? EXPIRED : NONE}
    </Banner>
  );
}
