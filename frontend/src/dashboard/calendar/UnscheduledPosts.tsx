import EventIcon from '@mui/icons-material/EventOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { Ref } from 'react';
import { AccountTag } from '../accounts/AccountTag';
import type { ShowAccount } from '../accounts/shownAccounts';
import { Failure } from '../layout/Failure';
import type { View } from './calendarDays';
import { itemName } from './calendarEntries';
import { KINDS } from '../posts/kinds';
import { EntryPicture } from './EntryPicture';
import type { PostWithKind } from './useCalendar';
import { TEXTS } from './texts';

const SHOWN = 20;

interface UnscheduledPostsProps {
  /** Absent: still loading. */
  items: PostWithKind[] | undefined;
  /** Elements with `data-item` in it can be dragged onto month and week. */
  ref: Ref<HTMLUListElement>;
  /** Determines whether posts can be dragged, and onto what. */
  view: View;
  show: ShowAccount;
  /** Posts of other accounts are left out. */
  filtered: boolean;
  schedule: (item: PostWithKind) => void;
  scheduleAll: () => void;
  /** Present if fetching failed. */
  retry?: () => unknown;
}

/** Posts without a time. Empty, it is shown beside the calendar but not below it. */
export function UnscheduledPosts({ items, retry, ...rest }: UnscheduledPostsProps) {
  return (
    <Card
      component="section"
      aria-labelledby="tray-title"
      sx={{
        display: { xs: items?.length || retry ? 'block' : 'none', lg: 'block' },
        position: { lg: 'sticky' },
        top: { lg: 24 },
      }}
    >
      {items ? <Known items={items} {...rest} /> : <Unknown retry={retry} />}
    </Card>
  );
}

function Known({
  items,
  ref,
  view,
  show,
  filtered,
  schedule,
  scheduleAll,
}: UnscheduledPostsProps & { items: PostWithKind[] }) {
  const [all, setAll] = useState(false);
  return (
    <>
      <Box sx={{ px: 2, pt: 2, pb: 1 }}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 32 }}>
          <Title count={items.length} />
          {items.length > 1 && (
            <Button size="small" variant="outlined" color="inherit" onClick={scheduleAll}>
              {TEXTS.scheduleAll}
            </Button>
          )}
        </Box>
        <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.5 }}>
          {items.length > 0 ? HINTS[view] : filtered ? TEXTS.nothingOfAccount : TEXTS.nothingUnscheduled}
        </Typography>
      </Box>
      <Box
        component="ul"
        ref={ref}
        sx={{ listStyle: 'none', m: 0, p: 1, pt: 0, maxHeight: { lg: 560 }, overflowY: 'auto' }}
      >
        {(all ? items : items.slice(0, SHOWN)).map((item) => (
          <UnscheduledPost
            key={itemName(item)}
            item={item}
            draggable={view !== 'agenda'}
            show={show}
            schedule={schedule}
          />
        ))}
      </Box>
      {!all && items.length > SHOWN && (
        <Button
          fullWidth
          color="inherit"
          sx={{ borderTop: 1, borderColor: 'divider', borderRadius: 0 }}
          onClick={() => {
            setAll(true);
          }}
        >
          {TEXTS.showAll(items.length)}
        </Button>
      )}
    </>
  );
}

const HINTS: Record<View, string> = {
  month: TEXTS.dragToDay,
  week: TEXTS.dragToHour,
  agenda: TEXTS.unscheduledHint,
};

const Title = ({ count }: { count?: number }) => (
  <Typography id="tray-title" variant="h2" sx={{ flex: 1 }}>
    {TEXTS.unscheduled}{' '}
    <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400 }}>
      {count || ''}
    </Box>
  </Typography>
);

const Unknown = ({ retry }: Pick<UnscheduledPostsProps, 'retry'>) => (
  <Box sx={{ p: 2 }}>
    <Title />
    {retry ? <Failure text={TEXTS.unscheduledFailed} retry={retry} /> : ROWS.map(Row)}
  </Box>
);

const ROWS = [1, 2, 3];

const Row = (n: number) => (
  <Box key={n} sx={{ display: 'flex', alignItems: 'center', gap: 1.25, mt: 1.5 }}>
    <Skeleton variant="rounded" width={36} height={48} />
    <Box sx={{ flex: 1 }}>
      <Skeleton width="70%" />
      <Skeleton width="45%" />
    </Box>
  </Box>
);

interface UnscheduledPostProps extends Pick<UnscheduledPostsProps, 'schedule' | 'show'> {
  draggable: boolean;
  item: PostWithKind;
}

function UnscheduledPost({ item, draggable, show, schedule }: UnscheduledPostProps) {
  const { label, className } = KINDS[item.kind];
  return (
    <li
      className={`tray-item ${className} ${draggable ? 'is-movable' : ''}`}
      data-name={itemName(item)}
      data-item={draggable ? itemName(item) : undefined}
    >
      <EntryPicture className="agenda-picture" kind={item.kind} path={item.thumbnail_path} />
      <span className="tray-text">
        <span className="agenda-title" dir="auto" title={item.title}>
          {item.title}
        </span>
        <span className="agenda-kind">{item.draft === 1 ? TEXTS.draftOf(label) : label}</span>
        <AccountTag account={show(item.account)} />
      </span>
      <Tooltip title={TEXTS.schedule}>
        <IconButton
          size="small"
          aria-label={TEXTS.scheduleNamed(item.title)}
          onClick={() => {
            schedule(item);
          }}
        >
          <EventIcon fontSize="small" />
        </IconButton>
      </Tooltip>
    </li>
  );
}
