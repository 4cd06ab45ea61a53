import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import { dateTime, relative } from '../../format';
import type { Post } from '../../types';
import { zoneLabel } from '../../zone';
import { useAccounts, useConnection, useUser } from '../queries';
import { NETWORK_NAME } from './screenFormat';
import { useFormat } from './FormatContext';
import { TEXTS } from './texts';

/** The exact time in the user's zone, and the relative time below. */
export function ScheduledFor({ post }: { post: Post }) {
  const { timezone } = useUser();
  const { scheduled_for: time, published_at: published } = post;
  const note = published
    ? TEXTS.wentOut(relative(published, Date.now()))
    : time && post.draft === 0 && relative(time, Date.now());
  return (
    <Box sx={{ fontVariantNumeric: 'tabular-nums' }}>
      {time ? (
        <Tooltip title={zoneLabel(timezone, new Date(time))}>
          <time dateTime={time}>{dateTime(time, timezone)}</time>
        </Tooltip>
      ) : (
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {TEXTS.notScheduled}
        </Box>
      )}
      {note && <Box sx={NOTE}>{note}</Box>}
      {post.draft === 1 && <Box sx={NOTE}>{TEXTS.goesOutOnceReleased}</Box>}
      {post.status === 'pending' && !time && post.draft === 0 && <Automatic post={post} />}
    </Box>
  );
}

const NOTE = { color: 'text.secondary', fontSize: 13 };

/** The predicted time of an unscheduled post. */
function Automatic({ post }: { post: Post }) {
  const { timezone } = useUser();
  const { network } = useFormat();
  const { next_at: at } = post;
  const standing = useStanding(post);
  if (at) {
    return (
      <Tooltip title={TEXTS.atPostingFrequency(relative(at, Date.now()))}>
        <Box sx={NOTE}>
          {TEXTS.goesOut} <time dateTime={at}>{dateTime(at, timezone)}</time>
        </Box>
      </Tooltip>
    );
  }
  if (!standing || (standing.status !== 'missing' && standing.status !== 'paused')) return null;
  return <Box sx={NOTE}>{TEXTS.waitsForConnection(NETWORK_NAME[network])}</Box>;
}

/** The state of the post's own account, or of the only one. */
function useStanding({ account }: Post) {
  const { network } = useFormat();
  const own = useAccounts().data?.find(({ id }) => id === account?.id);
  const connection = useConnection().data?.[network];
  return own ?? connection;
}
