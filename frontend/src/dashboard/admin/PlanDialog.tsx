import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { dateTime } from '../../format';
import { inputValue, instantOf, zoneLabel } from '../../zone';
import { usePlans, useProvider, useUser } from '../queries';
import { FormDialog } from './FormDialog';
import { endOf, proposedEnd } from './period';
import type { SubscriptionPeriod } from './records';
import { useAdminCall } from './useAdminCall';

interface PlanDialogProps {
  user: { id: number; name: string };
  /** Their latest one. */
  subscription: SubscriptionPeriod | null;
  close: () => void;
}

/** Gives a plan; the plan that runs already is extended instead. */
export function PlanDialog({ user, subscription, close }: PlanDialogProps) {
  const provider = useProvider();
  const { timezone } = useUser();
  const plans = usePlans().data ?? [];
  const [now] = useState(() => new Date());
  const [planId, setPlanId] = useState(subscription?.plan_id);
  const [starts, setStarts] = useState<string>();
  const [ends, setEnds] = useState<string>();

  const plan = plans.find(({ id }) => id === planId) ?? plans[0];
  const running = subscription?.status === 'active' ? subscription : undefined;
  const extended = running && running.plan_id === plan?.id ? running : undefined;
  const until = ends ?? proposedEnd({ plan, extended, starts, now, zone: timezone });

  const { send, busy, refusal, at } = useAdminCall({
    call: async () => {
      if (extended) return provider.extendSubscription(extended.id, endOf(until, timezone));
      if (!plan) throw new Error('there is no plan to give');
      return provider.givePlan({
        user_id: user.id,
        plan_id: plan.id,
        ...(starts && { starts_at: instantOf(starts, timezone).toISOString() }),
        // Untouched it is the plan's own duration, to the second.
        ...(ends && { expires_at: endOf(ends, timezone) }),
      });
    },
    done: extended ? 'Plan extended successfully!' : 'Plan given successfully!',
    failed: extended ? 'Failed to extend the plan' : 'Failed to give the plan',
    then: close,
  });

  return (
    <FormDialog
      title={extended ? 'Extend plan' : 'Give plan'}
      lead={
        extended
          ? `${user.name} has this plan until ${dateTime(extended.expires_at, timezone)}.`
          : running
            ? `For ${user.name}. It replaces the plan that runs now when it starts.`
            : `For ${user.name}.`
      }
      submit={extended ? 'Extend plan' : 'Give plan'}
      submitting="Saving..."
      busy={busy || !plan}
      refusal={refusal}
      close={close}
      send={send}
    >
      <TextField
        select
        label="Plan"
        autoFocus
        value={plan?.id ?? ''}
        onChange={(event) => {
          setPlanId(Number(event.target.value));
          setEnds(undefined);
        }}
        slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
        {...at('plan_id', plans.length === 0 ? 'Make a plan first, under Plans.' : undefined)}
      >
        {plans.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
            {id === running?.plan_id ? ' (runs now)' : ''}
          </option>
        ))}
      </TextField>
      {!extended && (
        <TextField
          label="Starts"
          type="datetime-local"
          required
          value={starts ?? inputValue(now, timezone)}
          onChange={(event) => {
            setStarts(event.target.value);
          }}
          slotProps={{ inputLabel: { shrink: true, required: false } }}
          {...at('starts_at')}
        />
      )}
      <TextField
        label="Ends"
        type="datetime-local"
        required
        value={until}
        onChange={(event) => {
          setEnds(event.target.value);
        }}
        slotProps={{ inputLabel: { shrink: true, required: false } }}
        {...at('expires_at', `In your time zone, ${zoneLabel(timezone, now)}`)}
      />
    </FormDialog>
  );
}
