import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Failure } from '../layout/Failure';
import { LinesSkeleton } from '../layout/LinesSkeleton';
import { Panel } from '../layout/Panel';
import { useNeedsPlan } from '../subscription/useNeedsPlan';
import type { Upcoming } from './calls';
import type { UpcomingQuery } from './useUpcoming';

interface UpcomingPanelProps {
  title: string;
  aside?: ReactNode;
  upcoming: UpcomingQuery;
  /** Said where there is no subscription. */
  without: string;
  children: (upcoming: Upcoming) => ReactNode;
}

/** A panel over what goes out and what failed. Without a subscription there is nothing to tell of. */
export function UpcomingPanel({ title, aside, upcoming, without, children }: UpcomingPanelProps) {
  const { data, isPending, refetch } = upcoming;
  const needsPlan = useNeedsPlan(upcoming);
  return (
    <Panel title={title} aside={aside}>
      {data ? (
        children(data)
      ) : needsPlan ? (
        <Quiet>{without}</Quiet>
      ) : isPending ? (
        <div role="status" aria-label="Loading" className="bones">
          <LinesSkeleton />
        </div>
      ) : (
        <Failure text="Failed to load your posts" retry={refetch} />
      )}
    </Panel>
  );
}

export const Quiet = ({ children }: { children: ReactNode }) => (
  <Typography component="div" sx={{ color: 'text.secondary' }}>
    {children}
  </Typography>
);
