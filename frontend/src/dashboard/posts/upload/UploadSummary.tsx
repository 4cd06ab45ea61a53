import Typography from '@mui/material/Typography';
import { dateTime } from '../../../format';
import { useUser } from '../../queries';
import { exactInstantOf } from '../bulk/scheduleInterval';
import type { Upload } from './upload';

/** Text and time, in one line. */
export function UploadSummary({ upload: { description, time } }: { upload: Upload }) {
  const { timezone } = useUser();
  const instant = exactInstantOf(time, timezone);
  const parts = [
    description.trim(),
    instant !== undefined && dateTime(new Date(instant).toISOString(), timezone),
  ].filter(Boolean);
  return (
    <Typography variant="body2" noWrap sx={{ color: 'text.secondary', minWidth: 0, flex: 1 }}>
      {parts.join(' · ')}
    </Typography>
  );
}
