import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { memo, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { count, gigabytes, planDuration, rupees } from '../../format';
import { asksForPlans } from '../../navigation';
import { isAdmin } from '../../roles';
import type { Plan } from '../../types';
import { Failure } from '../layout/Failure';
import { AskForPlan } from './AskForPlan';
import { ASKED_ABOVE, useConfig, usePlans, useSubscription, useUser } from '../queries';
import { TEXTS } from './texts';

export const AvailablePlans = memo(function AvailablePlans() {
  const { data, isPending, refetch } = usePlans(ASKED_ABOVE);
  const { heading, asked } = useShownWhenAskedFor();
  const { folded, toggle } = useFolded(asked);
  return (
    <Box component="section" aria-labelledby="plans-title">
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', mb: 2, mt: 1 }}>
        <Typography
          id="plans-title"
          ref={heading}
          tabIndex={-1}
          variant="h2"
          sx={{ outline: 'none', scrollMarginTop: 72 }}
        >
          {TEXTS.availablePlans}
        </Typography>
        {toggle && (
          <Button size="small" aria-expanded={!folded} onClick={toggle} sx={{ my: -0.5, mr: -1 }}>
            {folded ? TEXTS.showPlans : TEXTS.hidePlans}
          </Button>
        )}
      </Box>
      {folded ? null : isPending ? (
        <PlanGrid>
          {[1, 2, 3].map((n) => (
            <Skeleton key={n} variant="rounded" height={220} sx={{ borderRadius: 1.5 }} />
          ))}
        </PlanGrid>
      ) : !data ? (
        <Card>
          <Failure text={TEXTS.plansFailed} retry={refetch} />
        </Card>
      ) : data.length === 0 ? (
        <Typography sx={{ color: 'text.secondary' }}>{TEXTS.noPlans}</Typography>
      ) : (
        <>
          <PlanGrid>
            {data.map((plan) => (
              <PlanCard key={plan.id} plan={plan} />
            ))}
          </PlanGrid>
          <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1.5 }}>
            {TEXTS.taskExplained}
          </Typography>
        </>
      )}
    </Box>
  );
});

/** Scrolls to the plans when a link asks for them. */
function useShownWhenAskedFor() {
  const heading = useRef<HTMLElement>(null);
  const state: unknown = useLocation().state;
  const navigate = useNavigate();
  const asked = asksForPlans(state);
  useEffect(() => {
    if (!asked) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView();
    // Clears the state, so that a reload does not scroll again.
    void navigate('.', { replace: true, state: null });
  }, [asked, navigate]);
  return { heading, asked };
}

/** On a phone, subscribers see the other plans only on demand. */
function useFolded(asked: boolean) {
  const phone = useMediaQuery('(max-width:599px)', { noSsr: true });
  const foldable = useSubscription(ASKED_ABOVE).data?.subscription_status === 'active' && phone;
  const [shown, setShown] = useState(asked);
  if (asked && !shown) setShown(true);
  const toggle = () => {
    setShown(!shown);
  };
  return { folded: foldable && !shown, toggle: foldable ? toggle : undefined };
}

const PlanGrid = ({ children }: { children: React.ReactNode }) => (
  <Box
    sx={{
      display: 'grid',
      gap: { xs: 2, md: 3 },
      gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 280px), 1fr))',
    }}
  >
    {children}
  </Box>
);

function PlanCard({ plan }: { plan: Plan }) {
  const user = useUser();
  const support = useConfig()?.support_url;
  const subscription = useSubscription(ASKED_ABOVE).data;
  const hasPlan = subscription?.subscription_status === 'active';
  const mine = hasPlan && subscription.plan.id === plan.id;
  return (
    <Card
      component="article"
      aria-label={plan.name}
      sx={{ p: 3, display: 'flex', flexDirection: 'column', ...(mine && { borderColor: 'primary.main' }) }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Typography
          dir="auto"
          variant="h3"
          sx={{ fontSize: 16, flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}
        >
          {plan.name}
        </Typography>
        {mine && (
          <Typography variant="body2" sx={{ flex: 'none', color: 'primary.main', fontWeight: 600 }}>
            {TEXTS.yourPlan}
          </Typography>
        )}
      </Box>
      <Typography dir="auto" sx={{ color: 'text.secondary', mt: 0.5, mb: 2, overflowWrap: 'anywhere' }}>
        {plan.description}
      </Typography>
      <Typography sx={{ mb: 2, color: 'text.secondary' }}>
        <Box
          component="span"
          sx={{ fontSize: 28, fontWeight: 700, letterSpacing: '-0.02em', color: 'text.primary' }}
        >
          {rupees(plan.price)}
        </Box>{' '}
        <span>{planDuration(plan.duration_days)}</span>
      </Typography>
      <Box
        component="dl"
        sx={{ display: 'grid', gridTemplateColumns: '1fr auto', rowGap: 0.75, m: 0, mb: 'auto' }}
      >
        <Fact name={TEXTS.storage} value={`${gigabytes(plan.max_storage_bytes)} GB`} />
        <Fact name={TEXTS.tasks} value={count(plan.max_pending_submissions)} />
        {plan.max_accounts !== null && <Fact name={TEXTS.accounts} value={count(plan.max_accounts)} />}
      </Box>
      {subscription !== undefined &&
        !hasPlan &&
        (isAdmin(user) ? <GiveYourself email={user.email} /> : <AskForPlan plan={plan} />)}
      {support && !mine && !isAdmin(user) && (
        <Button
          variant="outlined"
          color="inherit"
          href={support}
          target="_blank"
          rel="noopener noreferrer"
          sx={{ mt: 2.5, overflowWrap: 'anywhere' }}
        >
          {TEXTS.askAbout(plan.name)}
        </Button>
      )}
    </Card>
  );
}

/** Administrators decide about requests; they have nobody to ask. */
const GiveYourself = ({ email }: { email: string }) => (
  <Button
    variant="contained"
    component={Link}
    to={`/dashboard/admin/users?q=${encodeURIComponent(email)}`}
    sx={{ mt: 2.5 }}
  >
    {TEXTS.giveYourself}
  </Button>
);

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <Typography component="dt" sx={{ color: 'text.secondary' }}>
        {name}
      </Typography>
      <Typography component="dd" sx={{ m: 0, fontWeight: 600, textAlign: 'right' }}>
        {value}
      </Typography>
    </>
  );
}
