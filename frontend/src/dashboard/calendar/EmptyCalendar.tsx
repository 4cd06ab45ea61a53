import CalendarIcon from '@mui/icons-material/EventAvailableOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';

interface EmptyCalendarProps {
  waiting: number;
  /** There is nothing to be done about days that have passed. */
  past: boolean;
  /** In the place of the plan, or over the empty days of one. */
  over: boolean;
}

/** An empty calendar says what to do next. */
export function EmptyCalendar({ waiting, past, over }: EmptyCalendarProps) {
  return (
    <Box sx={[LOOK, over && OVER]}>
      <Box sx={MARK}>
        <CalendarIcon />
      </Box>
      <Typography variant="h2" component="h3">
        {past ? 'Nothing went out here' : 'Nothing planned here'}
      </Typography>
      <Typography sx={{ color: 'text.secondary' }}>
        {past ? 'These days have passed.' : whatNext(waiting)}
      </Typography>
      {!past && waiting === 0 && (
        <Button variant="contained" component={Link} to="/dashboard/videos" sx={{ mt: 1 }}>
          Upload videos
        </Button>
      )}
    </Box>
  );
}

const whatNext = (waiting: number) =>
  waiting > 0
    ? 'Give one of those without a time a place, or all of them at once.'
    : 'Upload a video or a photo and give it a time; it appears here.';

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

/** Whether it comes or goes, the days stay where they are; a phone has no room over them. */
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
