import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { relative } from '../../../format';
import { TWO_COLUMNS } from '../../layout/columns';
import { Failure } from '../../layout/Failure';
import { Panel } from '../../layout/Panel';
import { useConfig } from '../../queries';
import { PlanRequests } from '../give-plan/PlanRequests';
import type { Failure as FailedPost } from '../../../types';
import type { Overview } from './useOverview';
import { TEXTS } from './texts';

/** Plan requests, user count, queue and recent failures of the installation. */
export function AdminOverview({ overview: { requests, ...rest } }: { overview: Overview }) {
  return (
    <>
      <PlanRequests requests={requests} />
      <Box sx={TWO_COLUMNS}>
        <Queue {...rest} />
        <Failures {...rest} />
      </Box>
    </>
  );
}

function Queue({ queue, people }: Pick<Overview, 'queue' | 'people'>) {
  const publisher = useConfig()?.publisher;
  const refetch = () => Promise.all([queue.refetch(), people.refetch()]);
  return (
    <Panel
      title={TEXTS.thisInstallation}
      aside={
        <Button size="small" component={Link} to="/dashboard/admin/users" sx={{ my: -0.5, mr: -1 }}>
          {TEXTS.openUsers}
        </Button>
      }
    >
      {queue.data && people.data !== undefined ? (
        <Facts>
          <Fact name={TEXTS.users} value={people.data} />
          <Fact name={TEXTS.dueNow} value={queue.data.due} />
          <Fact name={TEXTS.dueNextDay} value={queue.data.next_day} />
          <Fact name={TEXTS.publishedLastDay} value={queue.data.published_day} />
          <Fact name={TEXTS.failedLastDay} value={queue.data.failed_day} />
          <Fact name={TEXTS.publisher} value={publisher === 'away' ? TEXTS.away : TEXTS.running} />
        </Facts>
      ) : queue.isError || people.isError ? (
        <Failure text={TEXTS.queueFailed} retry={refetch} />
      ) : (
        <Loading />
      )}
    </Panel>
  );
}

function Failures({ failures: { data, isError, refetch } }: Pick<Overview, 'failures'>) {
  return (
    <Panel
      title={TEXTS.recentFailures}
      aside={
        <Button size="small" component={Link} to="/dashboard/admin/publications" sx={{ my: -0.5, mr: -1 }}>
          {TEXTS.openPublishLog}
        </Button>
      }
    >
      {data ? (
        data.length > 0 ? (
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.5 }}>
            {data.map((post) => (
              <Failed key={post.id} {...post} />
            ))}
          </Box>
        ) : (
          <Typography sx={{ color: 'text.secondary' }}>{TEXTS.noFailures}</Typography>
        )
      ) : isError ? (
        <Failure text={TEXTS.failuresFailed} retry={refetch} />
      ) : (
        <Loading />
      )}
    </Panel>
  );
}

const Failed = ({ title, user_name, failed_at, upload_error }: FailedPost) => (
  <Box component="li" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
    <Typography dir="auto" sx={{ fontWeight: 600 }}>
      {title}
    </Typography>
    <Typography variant="body2" sx={{ color: 'text.secondary' }}>
      <bdi>{user_name}</bdi> · {relative(failed_at, Date.now())}
    </Typography>
    {upload_error && <Typography variant="body2">{upload_error}</Typography>}
  </Box>
);

const Facts = ({ children }: { children: ReactNode }) => (
  <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: '1fr auto', rowGap: 1, m: 0 }}>
    {children}
  </Box>
);

const Fact = ({ name, value }: { name: string; value: number | string }) => (
  <>
    <Typography component="dt" sx={{ color: 'text.secondary' }}>
      {name}
    </Typography>
    <Typography
      component="dd"
      sx={{ m: 0, fontWeight: 600, fontVariantNumeric: 'tabular-nums', textAlign: 'right' }}
    >
      {typeof value === 'number' ? value.toLocaleString('en-US') : value}
    </Typography>
  </>
);

const Loading = () => (
  <Box role="status" aria-label={TEXTS.loading} sx={{ display: 'grid', gap: 1 }}>
    {[70, 55, 62].map((width) => (
      <Skeleton key={width} width={`${width}%`} />
    ))}
  </Box>
);
