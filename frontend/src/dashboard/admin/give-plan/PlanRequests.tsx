import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { plural, relative } from '../../../format';
import { Failure } from '../../layout/Failure';
import { Panel } from '../../layout/Panel';
import type { AdminPlanRequest } from '../../../types';
import { useAdminMutation } from '../list/useAdminMutation';
import type { PlanRequestsQuery } from './usePlanRequests';
import { declinePlanRequest, givePlan } from './calls';
import { TEXTS } from './texts';

/** Open plan requests, each granted with one click. Renders nothing without any. */
export function PlanRequests({ requests: { data, isError, refetch } }: { requests: PlanRequestsQuery }) {
  if (isError && !data)
    return (
      <Panel title={TEXTS.planRequests}>
        <Failure text={TEXTS.requestsFailed} retry={refetch} />
      </Panel>
    );
  if (!data?.length) return null;
  return (
    <Panel title={plural(data.length, 'plan request')}>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {data.map((request) => (
          <Request key={request.id} request={request} />
        ))}
      </Box>
    </Panel>
  );
}

function Request({ request }: { request: AdminPlanRequest }) {
  const { id, user_id, user_name, user_email, plan_id, plan_name, message, created_at } = request;
  // A second click must not give the plan twice while the list reloads.
  const [isDone, setDone] = useState(false);
  const close = () => {
    setDone(true);
  };
  const grant = useAdminMutation({
    call: () => givePlan({ user_id, plan_id }),
    done: TEXTS.given,
    failed: TEXTS.giveFailed,
    close,
  });
  const decline = useAdminMutation({
    call: () => declinePlanRequest(id),
    done: TEXTS.requestDeclined,
    failed: TEXTS.declineFailed,
    close,
  });
  const busy = grant.busy || decline.busy || isDone;
  const refusal = grant.refusal ?? decline.refusal;
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1.5,
        py: 1.5,
        '&:first-of-type': { pt: 0 },
        '&:last-of-type': { pb: 0 },
        '& + &': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      <Box sx={{ flex: '1 1 260px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography>
          <strong dir="auto">{user_name}</strong> asks for{' '}
          {plan_name ? <strong dir="auto">{plan_name}</strong> : 'a plan that was deleted'}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {user_email} · {relative(created_at, Date.now())}
        </Typography>
        {message && (
          <Typography dir="auto" sx={{ mt: 0.5, whiteSpace: 'pre-line' }}>
            {message}
          </Typography>
        )}
        {refusal && (
          <Typography role="alert" variant="body2" sx={{ color: 'error.main', mt: 0.5 }}>
            {refusal}
          </Typography>
        )}
      </Box>
      <Button
        variant="contained"
        disabled={busy || !plan_name}
        aria-label={TEXTS.givePlanTo(plan_name ?? 'the plan', user_name)}
        onClick={() => {
          grant.send();
        }}
      >
        {grant.busy ? TEXTS.giving : TEXTS.givePlan}
      </Button>
      <Button
        color="inherit"
        disabled={busy}
        aria-label={TEXTS.declineRequestOf(user_name)}
        onClick={() => {
          decline.send();
        }}
      >
        {decline.busy ? TEXTS.declining : TEXTS.decline}
      </Button>
    </Box>
  );
}
