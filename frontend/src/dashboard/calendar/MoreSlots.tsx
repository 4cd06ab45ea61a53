import Typography from '@mui/material/Typography';
import { dateTime } from '../../format';
import { TEXTS } from './texts';

/** Says up to when automatic posts are shown, where the server left some out. */
export function MoreSlots({ until, zone }: { until: string; zone: string }) {
  return (
    <Typography role="status" variant="body2" sx={LOOK}>
      {TEXTS.moreAutomatic(dateTime(until, zone))}
    </Typography>
  );
}

const LOOK = { px: { xs: 1.5, sm: 2 }, py: 1.25, borderTop: 1, borderColor: 'divider' };
