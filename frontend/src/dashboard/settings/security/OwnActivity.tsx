import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { dateTime, relative } from '../../../format';
import { Failure } from '../../layout/Failure';
import { Panel } from '../../layout/Panel';
import { Pagination } from '../../layout/Pagination';
import { useUser } from '../../queries';
import type { Activity } from '../../../types';
import { useOwnActivity } from './queries';
import { activityText } from './texts';
import { TEXTS } from './texts';

/** The user's own activity, newest first. */
export function OwnActivity() {
  const [page, setPage] = useState(1);
  const { data, isError, isPlaceholderData, refetch } = useOwnActivity(page);
  return (
    <Panel title={TEXTS.activity} level="h3">
      <Typography sx={{ color: 'text.secondary', mb: 1 }}>{TEXTS.activityLead}</Typography>
      {isError ? (
        <Failure text={TEXTS.activityFailed} retry={refetch} />
      ) : !data ? (
        <Loading />
      ) : data.total === 0 ? (
        <Typography>{TEXTS.noActivity}</Typography>
      ) : (
        <>
          <Box
            component="ul"
            aria-label={TEXTS.activity}
            aria-busy={isPlaceholderData}
            sx={{ listStyle: 'none', m: 0, p: 0, opacity: isPlaceholderData ? 0.5 : 1 }}
          >
            {data.data.map((row) => (
              <Line key={row.id} row={row} />
            ))}
          </Box>
          {data.last_page > 1 && (
            <Box sx={{ mx: -2, mb: -1.5 }}>
              <Pagination
                label={TEXTS.activityPages}
                from={data.from ?? 0}
                shown={data.data.length}
                total={data.total}
                previous={
                  page > 1 &&
                  (() => {
                    setPage(page - 1);
                  })
                }
                next={
                  page < data.last_page &&
                  (() => {
                    setPage(page + 1);
                  })
                }
              />
            </Box>
          )}
        </>
      )}
    </Panel>
  );
}

function Line({ row }: { row: Activity }) {
  const { id, timezone } = useUser();
  const failed = row.action === 'sign_in_failed';
  return (
    <Box
      component="li"
      sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, py: 1, borderTop: 1, borderColor: 'divider' }}
    >
      <Typography sx={{ flex: '1 1 260px', color: failed ? 'error.main' : undefined }}>
        {activityText(row, id)}
      </Typography>
      <Typography
        variant="body2"
        title={dateTime(row.at, timezone)}
        sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}
      >
        {[relative(row.at, Date.now()), ...(row.address ? [row.address] : [])].join(', ')}
      </Typography>
    </Box>
  );
}

const Loading = () => (
  <Box role="status" aria-label={TEXTS.loading}>
    {[0, 1, 2, 3].map((n) => (
      <Skeleton key={n} height={40} />
    ))}
  </Box>
);
