import ClockIcon from '@mui/icons-material/ScheduleRounded';
import PublishedIcon from '@mui/icons-material/CheckCircleOutlineRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import { dateTime, relative } from '../../format';
import { zoneLabel } from '../../zone';
import { PostAccount } from '../accounts/PostAccount';
import { KINDS } from '../posts/kinds';
import { StatusChip } from '../layout/StatusChip';
import { useConfig, useUser } from '../queries';
import type { UpcomingPost, FinishedPost, Upcoming } from './calls';
import { Detail, PostLine, PostLines } from './PostLine';
import { HomePanel } from './HomePanel';
import { useNow } from './useNow';
import type { UpcomingQuery } from './useUpcoming';
import { TEXTS } from './texts';

export function NextPosts({ upcoming }: { upcoming: UpcomingQuery }) {
  return (
    <HomePanel
      upcoming={upcoming}
      title={TEXTS.upNext}
      without={TEXTS.upNextWithoutPlan}
      aside={
        // Negative margin, so that the headings of both panels align.
        <Button size="small" component={Link} to="/dashboard/calendar" sx={{ my: -0.5, mr: -1 }}>
          {TEXTS.openCalendar}
        </Button>
      }
    >
      {(known) => (
        <>
          <UpcomingLines {...known} />
          {(known.next.length > 0 || known.last) && <Note {...known} />}
          {known.last && <LastOut {...known.last} />}
        </>
      )}
    </HomePanel>
  );
}

function UpcomingLines({ next, waiting }: Upcoming) {
  if (next.length > 0)
    return (
      <PostLines>
        {next.map((coming) => (
          <UpcomingLine
            key={`${coming.kind} ${coming.item?.id ?? `${coming.at} ${coming.account?.id ?? ''}`}`}
            {...coming}
          />
        ))}
      </PostLines>
    );
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1.5 }}>
      <Box sx={MARK}>
        <ClockIcon fontSize="small" />
      </Box>
      <Box sx={{ flex: '1 1 180px' }}>
        <Typography sx={{ fontWeight: 600 }}>
          {waiting > 0 ? TEXTS.nothingScheduled : TEXTS.queueEmpty}
        </Typography>
        <Detail>{waiting > 0 ? TEXTS.unscheduledWaiting(waiting) : TEXTS.queueEmptyHint}</Detail>
      </Box>
      <Button
        variant="outlined"
        component={Link}
        to={waiting > 0 ? '/dashboard/calendar' : '/dashboard/videos'}
      >
        {waiting > 0 ? TEXTS.schedulePosts : TEXTS.uploadVideos}
      </Button>
    </Box>
  );
}

const MARK = {
  width: 40,
  height: 40,
  borderRadius: '50%',
  display: 'grid',
  placeContent: 'center',
  bgcolor: 'brandTint',
  color: 'primary.main',
};

const REASON = {
  time: '',
  frequency: TEXTS.byFrequency,
  slot: TEXTS.atPostingTime,
  library: TEXTS.byFrequency,
};

function UpcomingLine({ kind, at, why, item, account }: UpcomingPost) {
  const { timezone } = useUser();
  const now = useNow();
  const onItsWay = item && item.status !== 'pending';
  const overdue = Date.parse(at) < now;
  return (
    <PostLine
      kind={kind}
      title={item?.title ?? TEXTS.sharedVideo}
      thumbnail={item?.thumbnail_path}
      when={
        onItsWay ? (
          <StatusChip status={item.status} />
        ) : (
          <time dateTime={at}>{overdue ? TEXTS.due(relative(at, now)) : relative(at, now)}</time>
        )
      }
    >
      <Detail>
        {dateTime(at, timezone)} · {KINDS[kind].label}
        {REASON[why]}
      </Detail>
      <PostAccount account={account} />
    </PostLine>
  );
}

function Note({ next, waiting }: Upcoming) {
  const { timezone } = useUser();
  const unseen = waiting - next.filter(({ why }) => why === 'frequency' || why === 'slot').length;
  return (
    <Box sx={{ mt: 2 }}>
      <Detail>
        {next.length > 0 && unseen > 0 && TEXTS.moreUnscheduled(unseen)}
        <span>{TEXTS.timesIn(zoneLabel(timezone, new Date()))}</span>
      </Detail>
    </Box>
  );
}

function LastOut({ at, item }: FinishedPost) {
  const { timezone } = useUser();
  const config = useConfig();
  const now = useNow();
  const address = config?.network === 'rehearsal' ? config.rehearsal?.url : item.permalink;
  return (
    <Box sx={LAST}>
      <PublishedIcon fontSize="small" sx={{ color: 'tones.good.text', flex: 'none' }} />
      <Box component="span" title={item.title} sx={{ display: 'flex', minWidth: 0, whiteSpace: 'nowrap' }}>
        {TEXTS.lastPublished} “
        <Typography component="bdi" noWrap>
          {item.title}
        </Typography>
        ”
      </Box>
      <PostAccount account={item.account} />
      <Box component="span" sx={{ color: 'text.secondary', flex: 'none', ml: 'auto' }}>
        <time dateTime={at} title={dateTime(at, timezone)}>
          {relative(at, now)}
        </time>
      </Box>
      {address && (
        <a
          href={address}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={TEXTS.seeNamedPost(item.title)}
        >
          {TEXTS.seePost}
        </a>
      )}
    </Box>
  );
}

const LAST = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  mt: 2,
  pt: 2,
  borderTop: 1,
  borderColor: 'divider',
  typography: 'body1',
  '& a': { color: 'primary.main', fontWeight: 600, flex: 'none' },
};
