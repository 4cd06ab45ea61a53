import RetryIcon from '@mui/icons-material/Replay';
import CloseIcon from '@mui/icons-material/CloseRounded';
import FineIcon from '@mui/icons-material/TaskAltRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { dateTime, relative } from '../../format';
import { PostAccount } from '../accounts/PostAccount';
import { KINDS } from '../posts/kinds';
import { Refusal } from '../layout/Refusal';
import { FailureReason } from '../posts/FailureReason';
import { useUser } from '../queries';
import type { FinishedPost } from './calls';
import { Detail, PostLine, PostLines } from './PostLine';
import { HomePanel, Quiet } from './HomePanel';
import { useNow } from './useNow';
import { useDismiss, useRetry, type UpcomingQuery } from './useUpcoming';
import { TEXTS } from './texts';

export function RecentFailures({ upcoming }: { upcoming: UpcomingQuery }) {
  return (
    <HomePanel upcoming={upcoming} title={TEXTS.recentFailures} without={TEXTS.noFailuresWithoutPlan}>
      {({ failed }) =>
        failed.length > 0 ? (
          <PostLines>
            {failed.map((gone) => (
              <FailedLine key={gone.item.id} {...gone} />
            ))}
          </PostLines>
        ) : (
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
            <FineIcon fontSize="small" sx={{ color: 'tones.good.text' }} />
            <Quiet>{TEXTS.noRecentFailures}</Quiet>
          </Box>
        )
      }
    </HomePanel>
  );
}

function FailedLine(gone: FinishedPost) {
  const { kind, at, item } = gone;
  const { timezone } = useUser();
  const now = useNow();
  const retry = useRetry();
  const dismiss = useDismiss();
  return (
    <PostLine
      kind={kind}
      title={item.title}
      thumbnail={item.thumbnail_path}
      when={
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
          <Button
            size="small"
            variant="outlined"
            color="inherit"
            startIcon={<RetryIcon />}
            disabled={retry.isPending}
            aria-label={TEXTS.retryPost(item.title)}
            onClick={() => {
              retry.mutate(gone);
            }}
          >
            {retry.isPending ? TEXTS.retrying : TEXTS.retry}
          </Button>
          <Tooltip title={TEXTS.dismiss}>
            <IconButton
              size="small"
              aria-label={TEXTS.dismissPost(item.title)}
              disabled={dismiss.isPending}
              onClick={() => {
                dismiss.mutate(gone);
              }}
            >
              <CloseIcon fontSize="small" />
            </IconButton>
          </Tooltip>
        </Box>
      }
    >
      <Detail>
        <time dateTime={at} title={dateTime(at, timezone)}>
          {relative(at, now)}
        </time>{' '}
        · {KINDS[kind].label}
      </Detail>
      <PostAccount account={item.account} />
      <FailureReason post={item} />
      <Refusal error={retry.error ?? dismiss.error} />
    </PostLine>
  );
}
