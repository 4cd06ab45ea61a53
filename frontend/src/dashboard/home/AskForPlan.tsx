import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import RequestedIcon from '@mui/icons-material/HourglassEmptyRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { date } from '../../format';
import { toast } from '../../toasts';
import type { Plan } from '../../types';
import { Refusal } from '../layout/Refusal';
import { PLAN_REQUEST, useUser } from '../queries';
import { fetchPlanRequest, requestPlan } from './calls';
import { TEXTS } from './texts';

function usePlanRequest(needed: boolean) {
  return useQuery({ queryKey: PLAN_REQUEST, queryFn: fetchPlanRequest, enabled: needed });
}

/** Requests this plan, or shows that it is requested. */
export function AskForPlan({ plan }: { plan: Plan }) {
  const client = useQueryClient();
  const { timezone } = useUser();
  const request = usePlanRequest(true).data;
  const ask = useMutation({
    mutationFn: () => requestPlan(plan.id),
    onSuccess: () => toast.success(TEXTS.planRequested),
    onError: () => toast.error(TEXTS.planRequestFailed),
    onSettled: () => client.invalidateQueries({ queryKey: PLAN_REQUEST }),
  });
  if (request?.plan_id === plan.id)
    return (
      <Box role="status" sx={{ display: 'flex', gap: 1, mt: 2.5, color: 'tones.info.text' }}>
        <RequestedIcon fontSize="small" />
        <Typography>{TEXTS.planRequestedOn(date(request.created_at, timezone))}</Typography>
      </Box>
    );
  if (request !== null) return null;
  return (
    <Box sx={{ mt: 2.5 }}>
      <Button
        variant="contained"
        fullWidth
        disabled={ask.isPending}
        aria-label={TEXTS.requestNamedPlan(plan.name)}
        onClick={() => {
          ask.mutate();
        }}
      >
        {ask.isPending ? TEXTS.requesting : TEXTS.requestPlan}
      </Button>
      <Refusal error={ask.error} />
    </Box>
  );
}
