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

function usePlanRequest(needed: boolean) {
  return useQuery({ queryKey: PLAN_REQUEST, queryFn: fetchPlanRequest, enabled: needed });
}

/** For somebody without a plan: asks the administrators for this one, or tells that they were asked. */
export function AskForPlan({ plan }: { plan: Plan }) {
  const client = useQueryClient();
  const { timezone } = useUser();
  const request = usePlanRequest(true).data;
  const ask = useMutation({
    mutationFn: () => requestPlan(plan.id),
    onSuccess: () => toast.success('Plan requested'),
    onError: () => toast.error('Failed to request the plan'),
    onSettled: () => client.invalidateQueries({ queryKey: PLAN_REQUEST }),
  });
  if (request?.plan_id === plan.id)
    return (
      <Box role="status" sx={{ display: 'flex', gap: 1, mt: 2.5, color: 'tones.info.text' }}>
        <RequestedIcon fontSize="small" />
        <Typography>
          Requested {date(request.created_at, timezone)}. You get a mail as soon as an administrator decides.
        </Typography>
      </Box>
    );
  if (request !== null) return null;
  return (
    <Box sx={{ mt: 2.5 }}>
      <Button
        variant="contained"
        fullWidth
        disabled={ask.isPending}
        aria-label={`Ask for this plan: ${plan.name}`}
        onClick={() => {
          ask.mutate();
        }}
      >
        {ask.isPending ? 'Asking...' : 'Ask for this plan'}
      </Button>
      <Refusal error={ask.error} />
    </Box>
  );
}
