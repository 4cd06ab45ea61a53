import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Failure } from '../layout/Failure';
import { LinesSkeleton } from '../layout/LinesSkeleton';
import { Panel } from '../layout/Panel';
import { useNeedsPlan } from '../subscription/useNeedsPlan';
import type { Upcoming } from './calls';
import type { UpcomingQuery } from './useUpcoming';
import { TEXTS } from './texts';

interface HomePanelProps {
  title: string;
  aside?: ReactNode;
  upcoming: UpcomingQuery;
  /** Shown without a subscription. */
  without: string;
  children: (upcoming: Upcoming) => ReactNode;
}

/** A panel of the upcoming query, with its loading, empty and error states. */
export function HomePanel({ title, aside, upcoming, without, children }: HomePanelProps) {
  const { data, isPending, refetch } = upcoming;
  const needsPlan = useNeedsPlan(upcoming);
  return (
    <Panel title={title} aside={aside}>
      {data ? (
        children(data)
      ) : needsPlan ? (
        <Quiet>{without}</Quiet>
      ) : isPending ? (
        <div role="status" aria-label={TEXTS.loading} className="bones">
          <LinesSkeleton />
        </div>
      ) : (
        <Failure text={TEXTS.postsFailed} retry={refetch} />
      )}
    </Panel>
  );
}

export const Quiet = ({ children }: { children: ReactNode }) => (
  <Typography component="div" sx={{ color: 'text.secondary' }}>
    {children}
  </Typography>
);
