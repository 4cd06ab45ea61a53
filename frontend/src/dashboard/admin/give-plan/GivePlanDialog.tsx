import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { dateTime, isolated } from '../../../format';
import { useKeptInput } from '../../../keptInput';
import { zoneLabel } from '../../../zone';
import { dayOf } from '../../../days';
import { usePlans, useUser } from '../../queries';
import { FormDialog } from '../../layout/FormDialog';
import { firstMinute, isDay, LAST_DAY, lastMinute, proposedEnd } from './planPeriod';
import type { AdminSubscription } from '../../../types';
import { useAdminMutation } from '../list/useAdminMutation';
import { extendSubscription, givePlan } from './calls';
import { TEXTS } from './texts';

interface GivePlanDialogProps {
  user: { id: number; name: string; timezone: string };
  /** The user's latest subscription. */
  subscription: Pick<AdminSubscription, 'id' | 'status' | 'plan_id' | 'expires_at'> | null;
  close: () => void;
}

interface Draft {
  planId?: number;
  /** Days in the user's zone; absent: the proposed ones. */
  starts?: string;
  ends?: string;
}

/** Gives a plan, or extends it if it is already active. */
export function GivePlanDialog({ user, subscription, close }: GivePlanDialogProps) {
  const mine = useUser().timezone;
  const { timezone: zone } = user;
  const plans = usePlans().data ?? [];
  const [now] = useState(() => new Date());
  const [draft, setDraft] = useKeptInput<Draft>(`plan of user ${user.id}`, { planId: subscription?.plan_id });

  const plan = plans.find(({ id }) => id === draft.planId) ?? plans[0];
  const running = subscription?.status === 'active' ? subscription : undefined;
  const extended = running && running.plan_id === plan?.id ? running : undefined;
  const today = dayOf(now, zone);
  const starts = draft.starts ?? today;
  const ends =
    draft.ends ??
    proposedEnd({
      duration: plan?.duration_days ?? 0,
      extended: extended?.expires_at,
      starts,
      now,
      zone,
    });

  const { send, busy, refusal, at } = useAdminMutation({
    call: async () => {
      const expires_at = lastMinute(ends, zone);
      if (extended) return extendSubscription(extended.id, expires_at);
      if (!plan) throw new Error('there is no plan to give');
      return givePlan({
        user_id: user.id,
        plan_id: plan.id,
        ...(starts !== today && { starts_at: firstMinute(starts, zone) }),
        expires_at,
      });
    },
    done: extended ? TEXTS.extended : TEXTS.given,
    failed: extended ? TEXTS.extendFailed : TEXTS.giveFailed,
    fields: ['plan_id', 'starts_at', 'expires_at'],
    close,
  });

  const end = isDay(ends) ? lastMinute(ends, zone) : undefined;
  const forMe = end && dateTime(end, mine) !== dateTime(end, zone) && dateTime(end, mine);
  const whose = `in the time zone of ${isolated(user.name)}, ${zoneLabel(zone, end ? new Date(end) : now)}.`;
  const day = (value: string, change: (day: string) => Draft) => ({
    type: 'date',
    required: true,
    value,
    onChange: (event: { target: { value: string } }) => {
      setDraft(change(event.target.value));
    },
    slotProps: { htmlInput: { max: LAST_DAY }, inputLabel: { shrink: true, required: false } },
  });

  return (
    <FormDialog
      title={extended ? TEXTS.extendPlan : TEXTS.givePlan}
      lead={
        extended
          ? TEXTS.extendLead(user.name, dateTime(extended.expires_at, zone))
          : running
            ? TEXTS.replaceLead(user.name)
            : TEXTS.giveLead(user.name)
      }
      submit={extended ? TEXTS.extendPlan : TEXTS.givePlan}
      submitting={TEXTS.saving}
      busy={busy}
      blocked={!plan}
      refusal={refusal}
      close={close}
      send={send}
    >
      <TextField
        select
        label={TEXTS.plan}
        autoFocus
        value={plan?.id ?? ''}
        onChange={(event) => {
          setDraft({ starts: draft.starts, planId: Number(event.target.value) });
        }}
        slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
        {...at('plan_id', plans.length === 0 ? TEXTS.noPlans : undefined)}
      >
        {plans.map(({ id, name }) => (
          <option key={id} value={id}>
            {isolated(name)}
            {id === running?.plan_id ? ' (runs now)' : ''}
          </option>
        ))}
      </TextField>
      {!extended && (
        <TextField
          label={TEXTS.starts}
          {...day(starts, (value) => ({ ...draft, starts: value }))}
          {...at('starts_at', starts === today ? TEXTS.startsNow : TEXTS.startsAtMidnight)}
        />
      )}
      <TextField
        label={TEXTS.ends}
        {...day(ends, (value) => ({ ...draft, ends: value }))}
        {...at('expires_at', `At 11:59 PM ${whose}${forMe ? ` For you that is ${forMe}.` : ''}`)}
      />
    </FormDialog>
  );
}
