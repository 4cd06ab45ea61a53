import CalendarIcon from '@mui/icons-material/EventAvailableOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import { TEXTS } from './texts';

interface EmptyCalendarProps {
  waiting: number;
  /** The shown days are in the past, so no action is offered. */
  past: boolean;
  /** Overlays the empty days instead of replacing them. */
  over: boolean;
}

/** An empty calendar, with the next action. */
export function EmptyCalendar({ waiting, past, over }: EmptyCalendarProps) {
  return (
    <Box sx={[LOOK, over && OVER]}>
      <Box sx={MARK}>
        <CalendarIcon />
      </Box>
      <Typography variant="h2" component="h3">
        {past ? TEXTS.nothingPublished : TEXTS.nothingScheduled}
      </Typography>
      <Typography sx={{ color: 'text.secondary' }}>{past ? TEXTS.daysPassed : whatNext(waiting)}</Typography>
      {!past && waiting === 0 && (
        <Button variant="contained" component={Link} to="/dashboard/videos" sx={{ mt: 1 }}>
          {TEXTS.uploadVideos}
        </Button>
      )}
    </Box>
  );
}

const whatNext = (waiting: number) => (waiting > 0 ? TEXTS.scheduleUnscheduled : TEXTS.uploadHint);

const LOOK = {
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: 1,
  px: 2,
  py: 7,
  textAlign: 'center',
  borderTop: 1,
  borderColor: 'divider',
};

/** An overlay does not shift the days; a phone has no room for one. */
const OVER = {
  py: 3,
  position: { sm: 'absolute' },
  zIndex: 3,
  top: '50%',
  left: '50%',
  transform: { sm: 'translate(-50%, -50%)' },
  width: { sm: 'max-content' },
  maxWidth: { sm: 'calc(100% - 32px)' },
  border: { sm: 1 },
  borderColor: { sm: 'divider' },
  borderRadius: { sm: 1.5 },
  bgcolor: 'background.paper',
  boxShadow: { sm: '0 8px 28px rgb(10 10 30 / 0.1)' },
};

const MARK = {
  width: 56,
  height: 56,
  borderRadius: '50%',
  display: 'grid',
  placeContent: 'center',
  bgcolor: 'brandTint',
  color: 'primary.main',
};
