import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Failure } from '../layout/Failure';
import { LinesSkeleton } from '../layout/LinesSkeleton';
import { Panel } from '../layout/Panel';
import { useNeedsPlan } from '../subscription/useNeedsPlan';
import type { Outlook } from './calls';
import type { OutlookQuery } from './useOutlook';

interface OutlookPanelProps {
  title: string;
  aside?: ReactNode;
  outlook: OutlookQuery;
  /** Said where there is no subscription. */
  without: string;
  children: (outlook: Outlook) => ReactNode;
}

/** A panel over what goes out and what failed. Without a subscription there is nothing to tell of. */
export function OutlookPanel({ title, aside, outlook, without, children }: OutlookPanelProps) {
  const { data, isPending, refetch } = outlook;
  const needsPlan = useNeedsPlan(outlook);
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
