import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import { dateTime, relative } from '../../format';
import type { Post } from '../../types';
import { zoneLabel } from '../../zone';
import { useConnection, useUser } from '../queries';
import { NETWORK_NAME } from './screenFormat';
import { useFormat } from './FormatContext';
import { useAutomaticTime } from './useAutomaticTime';

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
      {note && <Box sx={NOTE}>{note}</Box>}
      {post.status === 'pending' && !time && <Automatic post={post} />}
    </Box>
  );
}

const NOTE = { color: 'text.secondary', fontSize: 13 };

/** Without a time it has its turn by the posting frequency. */
function Automatic({ post }: { post: Post }) {
  const { timezone } = useUser();
  const { network } = useFormat();
  const { at, never } = useAutomaticTime(post);
  const connection = useConnection().data?.[network];
  if (at) {
    return (
      <Tooltip title={`${relative(at, Date.now())}, by your posting frequency`}>
        <Box sx={NOTE}>
          goes out <time dateTime={at}>{dateTime(at, timezone)}</time>
        </Box>
      </Tooltip>
    );
  }
  if (!never || !connection || (connection.status !== 'missing' && connection.status !== 'paused'))
    return null;
  return <Box sx={NOTE}>waits for your {NETWORK_NAME[network]} connection</Box>;
}
