import EventIcon from '@mui/icons-material/EventOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { Ref } from 'react';
import { mediaUrl } from '../posts/Thumbnail';
import { itemName } from './entries';
import { KINDS } from './kinds';
import type { KindOfPost } from './useCalendar';

const SHOWN = 20;

interface TrayProps {
  items: KindOfPost[];
  /** Elements with `data-item` in it can be dragged onto month and week. */
  ref: Ref<HTMLUListElement>;
  draggable: boolean;
  schedule: (item: KindOfPost) => void;
  scheduleAll: () => void;
}

/** What waits for a time. */
export function Tray({ items, ref, draggable, schedule, scheduleAll }: TrayProps) {
  const [all, setAll] = useState(false);
  return (
    <Card
      component="section"
      aria-labelledby="tray-title"
      sx={{ position: { lg: 'sticky' }, top: { lg: 24 } }}
    >
      <Box sx={{ px: 2, pt: 2, pb: 1 }}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          <Typography id="tray-title" variant="h2" sx={{ flex: 1 }}>
            Without a time{' '}
            <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400 }}>
              {items.length}
            </Box>
          </Typography>
          <Button size="small" variant="outlined" color="inherit" onClick={scheduleAll}>
            Schedule all
          </Button>
        </Box>
        <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.5 }}>
          {draggable
            ? 'Drag one onto a day, or give it a time here.'
            : 'They go out by your posting frequency.'}
        </Typography>
      </Box>
      <Box
        component="ul"
        ref={ref}
        sx={{ listStyle: 'none', m: 0, p: 1, pt: 0, maxHeight: { lg: 560 }, overflowY: 'auto' }}
      >
        {(all ? items : items.slice(0, SHOWN)).map((item) => (
          <TrayItem key={itemName(item)} item={item} draggable={draggable} schedule={schedule} />
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
          Show all {items.length}
        </Button>
      )}
    </Card>
  );
}

interface TrayItemProps extends Pick<TrayProps, 'draggable' | 'schedule'> {
  item: KindOfPost;
}

function TrayItem({ item, draggable, schedule }: TrayItemProps) {
  const { label, className } = KINDS[item.kind];
  return (
    <li
      className={`tray-item ${className} ${draggable ? 'is-movable' : ''}`}
      data-item={draggable ? itemName(item) : undefined}
    >
      <span className="agenda-picture">
        {item.thumbnail_path && (
          <img src={mediaUrl(item.thumbnail_path)} alt="" loading="lazy" draggable={false} />
        )}
      </span>
      <span className="agenda-text">
        <span className="agenda-title" title={item.title}>
          {item.title}
        </span>
        <span className="agenda-kind">{label}</span>
      </span>
      <Tooltip title="Schedule">
        <IconButton
          size="small"
          aria-label={`Schedule ${item.title}`}
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
