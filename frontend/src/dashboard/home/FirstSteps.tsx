import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import DoneIcon from '@mui/icons-material/CheckCircleRounded';
import OpenIcon from '@mui/icons-material/RadioButtonUncheckedRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import { SHOW_PLANS } from '../../navigation';
import { Panel } from '../layout/Panel';
import { Refusal } from '../layout/Refusal';
import { useConfig } from '../queries';
import { FIRST_STEPS } from './calls';
import type { FirstSteps as Steps } from './calls';
import { ConnectRehearsal } from './ConnectRehearsal';
import { dismissFirstSteps, fetchFirstSteps } from './calls';
import { TEXTS } from './texts';

type Key = Steps['steps'][number]['key'];

const STEPS: Record<Key, { title: string; why: string; action: string; to: string; state?: object }> = {
  connect: {
    title: TEXTS.connectTitle,
    why: TEXTS.connectHint,
    action: TEXTS.openSettings,
    to: '/dashboard/settings',
  },
  plan: {
    title: TEXTS.planTitle,
    why: TEXTS.planHint,
    action: TEXTS.seePlans,
    to: '/dashboard',
    state: SHOW_PLANS,
  },
  upload: {
    title: TEXTS.uploadTitle,
    why: TEXTS.uploadHint,
    action: TEXTS.uploadVideos,
    to: '/dashboard/videos',
  },
  schedule: {
    title: TEXTS.scheduleTitle,
    why: TEXTS.scheduleHint,
    action: TEXTS.openCalendar,
    to: '/dashboard/calendar',
  },
  published: {
    title: TEXTS.publishedTitle,
    why: TEXTS.publishedHint,
    action: TEXTS.openCalendar,
    to: '/dashboard/calendar',
  },
};

/** `steps` is null while loading, and once done or dismissed. */
export function useFirstSteps() {
  const { data, isPending } = useQuery({ queryKey: FIRST_STEPS, queryFn: fetchFirstSteps });
  const open = data && !data.dismissed && data.steps.some(({ done }) => !done) ? data.steps : null;
  return { steps: open, isPending };
}

/** Onboarding checklist; only the next step has a button. */
export function FirstSteps({ steps }: { steps: Steps['steps'] }) {
  const client = useQueryClient();
  const dismiss = useMutation({
    mutationFn: dismissFirstSteps,
    onSettled: () => client.invalidateQueries({ queryKey: FIRST_STEPS }),
  });
  const next = steps.find(({ done }) => !done)?.key;
  const done = steps.filter((step) => step.done).length;
  return (
    <Panel
      title={TEXTS.firstSteps}
      aside={
        <>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {TEXTS.stepsDone(done, steps.length)}
          </Typography>
          <Button
            size="small"
            color="inherit"
            disabled={dismiss.isPending}
            onClick={() => {
              dismiss.mutate();
            }}
          >
            {TEXTS.dismiss}
          </Button>
        </>
      }
    >
      <Refusal error={dismiss.error} />
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2 }}>
        {steps.map((step) => (
          <Step key={step.key} name={step.key} done={step.done === 1} isNext={step.key === next} />
        ))}
      </Box>
    </Panel>
  );
}

function Step({ name, done, isNext }: { name: Key; done: boolean; isNext: boolean }) {
  const { title, why, action, to, state } = STEPS[name];
  const rehearsal = useConfig()?.rehearsal;
  return (
    <Box
      component="li"
      aria-current={isNext ? 'step' : undefined}
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 1 }}
    >
      {done ? (
        <DoneIcon titleAccess={TEXTS.done} sx={{ color: 'tones.good.text' }} />
      ) : (
        <OpenIcon titleAccess={TEXTS.toDo} sx={{ color: isNext ? 'primary.main' : 'text.secondary' }} />
      )}
      <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, ...(done && { color: 'text.secondary' }) }}>{title}</Typography>
        {!done && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {why}
          </Typography>
        )}
      </Box>
      {isNext && (
        // Wraps below the text on narrow screens.
        <Box sx={{ ml: { xs: 4.5, sm: 0 } }}>
          {name === 'connect' && rehearsal ? (
            <ConnectRehearsal page={rehearsal} />
          ) : (
            <Button variant="contained" component={Link} to={to} state={state}>
              {action}
            </Button>
          )}
        </Box>
      )}
    </Box>
  );
}
