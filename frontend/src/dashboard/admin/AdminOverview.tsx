import { useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { relative } from '../../format';
import { TWO_COLUMNS } from '../home/columns';
import { Failure } from '../layout/Failure';
import { Panel } from '../layout/Panel';
import { useConfig, useProvider } from '../queries';
import { PlanRequests } from './PlanRequests';
import type { AdminUser, Publication } from './records';

const EVERY_MS = 15_000;
const FAILURES = 5;

/** What an administrator wants to know first: who waits for a plan, who is here, how the posts of everybody stand. */
export function AdminOverview() {
  return (
    <>
      <PlanRequests />
      <Box sx={TWO_COLUMNS}>
        <Queue />
        <Failures />
      </Box>
    </>
  );
}

function Queue() {
  const provider = useProvider();
  const publisher = useConfig()?.publisher;
  const queue = useQuery({
    queryKey: ['admin/queue'],
    queryFn: () => provider.queue(),
    refetchInterval: EVERY_MS,
  });
  const people = useQuery({
    queryKey: ['admin/users', 'count'],
    queryFn: async () => {
      const { total } = await provider.getList<AdminUser>('admin/users', {
        pagination: { page: 1, perPage: 1 },
        sort: { field: 'id', order: 'DESC' },
        filter: {},
      });
      return total ?? 0;
    },
  });
  const refetch = () => Promise.all([queue.refetch(), people.refetch()]);
  return (
    <Panel
      title="This installation"
      aside={
        <Button size="small" component={Link} to="/dashboard/admin/users" sx={{ my: -0.5 }}>
          Open users
        </Button>
      }
    >
      {queue.data && people.data !== undefined ? (
        <Facts>
          <Fact name="People" value={people.data} />
          <Fact name="Due now" value={queue.data.due} />
          <Fact name="Due in the next 24 hours" value={queue.data.next_day} />
          <Fact name="Published in the last 24 hours" value={queue.data.published_day} />
          <Fact name="Failed in the last 24 hours" value={queue.data.failed_day} />
          <Fact name="Publisher" value={publisher === 'away' ? 'Away' : 'Running'} />
        </Facts>
      ) : queue.isError || people.isError ? (
        <Failure text="Failed to fetch how the installation stands" retry={refetch} />
      ) : (
        <Loading />
      )}
    </Panel>
  );
}

function Failures() {
  const provider = useProvider();
  const { data, isError, refetch } = useQuery({
    queryKey: ['admin/publications', 'failures'],
    queryFn: async () =>
      (
        await provider.getList<Publication>('admin/publications', {
          pagination: { page: 1, perPage: FAILURES },
          sort: { field: 'id', order: 'DESC' },
          filter: { outcome: 'failed' },
        })
      ).data,
    refetchInterval: EVERY_MS,
  });
  return (
    <Panel
      title="What failed lately"
      aside={
        <Button size="small" component={Link} to="/dashboard/admin/publications" sx={{ my: -0.5 }}>
          Open publish log
        </Button>
      }
    >
      {data ? (
        data.length > 0 ? (
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.5 }}>
            {data.map((line) => (
              <FailedStep key={line.id} {...line} />
            ))}
          </Box>
        ) : (
          <Typography sx={{ color: 'text.secondary' }}>No step towards a post has failed.</Typography>
        )
      ) : isError ? (
        <Failure text="Failed to fetch the publish log" retry={refetch} />
      ) : (
        <Loading />
      )}
    </Panel>
  );
}

const FailedStep = ({ title, user_name, at, message }: Publication) => (
  <Box component="li" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
    <Typography sx={{ fontWeight: 600 }}>{title}</Typography>
    <Typography variant="body2" sx={{ color: 'text.secondary' }}>
      {user_name} · {relative(at, Date.now())}
    </Typography>
    {message && <Typography variant="body2">{message}</Typography>}
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
    <Typography component="dd" sx={{ m: 0, fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
      {typeof value === 'number' ? value.toLocaleString('en-US') : value}
    </Typography>
  </>
);

const Loading = () => (
  <Box role="status" aria-label="Loading" sx={{ display: 'grid', gap: 1 }}>
    {[70, 55, 62].map((width) => (
      <Skeleton key={width} width={`${width}%`} />
    ))}
  </Box>
);
