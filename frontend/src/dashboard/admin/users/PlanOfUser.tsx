import Box from '@mui/material/Box';
import { date } from '../../../format';
import { StatusChip } from '../../layout/StatusChip';
import { useUser } from '../../queries';
import type { AdminUser } from '../../../types';
import { TwoLines } from '../list/TwoLines';
import { TEXTS } from './texts';

export function PlanOfUser({ subscription }: Pick<AdminUser, 'subscription'>) {
  const { timezone } = useUser();
  if (!subscription)
    return (
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {TEXTS.noPlan}
      </Box>
    );
  const { plan, status, expires_at } = subscription;
  const end = date(expires_at, timezone);
  return (
    <TwoLines
      first={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 0.25 }}>
          <bdi>{plan}</bdi> <StatusChip status={status} />
        </Box>
      }
      second={status === 'active' ? TEXTS.until(end) : status === 'expired' ? TEXTS.ended(end) : undefined}
    />
  );
}
