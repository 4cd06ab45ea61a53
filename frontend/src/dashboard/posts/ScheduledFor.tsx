import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import { dateTime, relative } from '../../format';
import type { Post } from '../../types';
import { zoneLabel } from '../../zone';
import { useUser } from '../queries';

/** When a post goes out, or went out: exact, in the user's zone, and how far off that is. */
export function ScheduledFor({ post }: { post: Post }) {
  const { timezone } = useUser();
  const { scheduled_for: time, published_at: published } = post;
  const note = published ? `out ${relative(published, Date.now())}` : time && relative(time, Date.now());
  return (
    <Box sx={{ fontVariantNumeric: 'tabular-nums' }}>
      {time ? (
        <Tooltip title={zoneLabel(timezone, new Date(time))}>
          <time dateTime={time}>{dateTime(time, timezone)}</time>
        </Tooltip>
      ) : (
        <Box component="span" sx={{ color: 'text.secondary' }}>
          Not scheduled
        </Box>
      )}
      {note && <Box sx={{ color: 'text.secondary', fontSize: 13 }}>{note}</Box>}
    </Box>
  );
}
