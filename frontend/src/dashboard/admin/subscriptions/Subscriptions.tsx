import SubscriptionsIcon from '@mui/icons-material/CardMembershipOutlined';
import Button from '@mui/material/Button';
import { dateTime } from '../../../format';
import { useKeptInput } from '../../../keptInput';
import { StatusChip } from '../../layout/StatusChip';
import { useUser } from '../../queries';
import { EndSubscription } from './EndSubscription';
import { AdminList } from '../list/AdminList';
import { GivePlanDialog } from '../give-plan/GivePlanDialog';
import type { AdminSubscription } from '../../../types';
import { RowActions } from '../list/RowActions';
import { TwoLines } from '../list/TwoLines';
import { TEXTS } from './texts';

type Opened = { what: 'plan' | 'end'; of: AdminSubscription };

export default function Subscriptions() {
  const { timezone } = useUser();
  const [dialog, open] = useKeptInput<Opened | undefined>('subscriptions dialog', undefined);
  const close = () => {
    open(undefined);
  };
  return (
    <>
      <AdminList<AdminSubscription>
        resource="admin/subscriptions"
        title={TEXTS.subscriptions}
        lead={TEXTS.lead}
        search={TEXTS.search}
        sort={{ field: 'id', order: 'DESC' }}
        filters={[
          {
            field: 'status',
            label: TEXTS.status,
            all: TEXTS.anyStatus,
            choices: { active: TEXTS.active, expired: TEXTS.expired, inactive: TEXTS.inactive },
          },
        ]}
        columns={[
          {
            label: TEXTS.user,
            cell: ({ user_name, user_email }) => (
              <TwoLines strong cut first={user_name} second={user_email} />
            ),
          },
          { label: TEXTS.plan, width: 150, cell: ({ plan_name }) => <bdi>{plan_name}</bdi> },
          { label: TEXTS.status, width: 120, cell: ({ status }) => <StatusChip status={status} /> },
          {
            label: TEXTS.starts,
            sort: 'starts_at',
            width: 196,
            spare: true,
            cell: ({ starts_at }) => dateTime(starts_at, timezone),
          },
          {
            label: TEXTS.ends,
            sort: 'expires_at',
            width: 196,
            cell: ({ expires_at }) => dateTime(expires_at, timezone),
          },
        ]}
        actions={{
          width: 190,
          cell: (subscription) => (
            <SubscriptionActions
              subscription={subscription}
              act={(what) => {
                open({ what, of: subscription });
              }}
            />
          ),
        }}
        empty={{
          icon: SubscriptionsIcon,
          text: TEXTS.empty,
          next: TEXTS.emptyHint,
        }}
        failed={TEXTS.fetchFailed}
      />
      {dialog?.what === 'plan' && (
        <GivePlanDialog
          user={{ id: dialog.of.user_id, name: dialog.of.user_name, timezone: dialog.of.user_timezone }}
          subscription={dialog.of}
          close={close}
        />
      )}
      {dialog?.what === 'end' && <EndSubscription subscription={dialog.of} close={close} />}
    </>
  );
}

interface SubscriptionActionsProps {
  subscription: AdminSubscription;
  act: (what: 'plan' | 'end') => void;
}

function SubscriptionActions({ subscription, act }: SubscriptionActionsProps) {
  const active = subscription.status === 'active';
  const verb = active ? TEXTS.extend : TEXTS.giveAgain;
  const isScheduled = subscription.status === 'inactive' && subscription.ended_at === null;
  return (
    <RowActions>
      <Button
        size="small"
        variant="outlined"
        color="inherit"
        aria-label={TEXTS.actionOnPlan(verb, subscription.plan_name, subscription.user_name)}
        onClick={() => {
          act('plan');
        }}
      >
        {verb}
      </Button>
      {(active || isScheduled) && (
        <Button
          size="small"
          color="inherit"
          aria-label={TEXTS.endNamed(subscription.plan_name, subscription.user_name)}
          onClick={() => {
            act('end');
          }}
        >
          {TEXTS.end}
        </Button>
      )}
    </RowActions>
  );
}
