import Typography from '@mui/material/Typography';
import { dateTime } from '../../../format';
import { instantOf } from '../../../zone';
import { useUser } from '../../queries';
import type { Upload } from './upload';

/** Text and time, in one line. */
export function UploadSummary({ upload: { description, time } }: { upload: Upload }) {
  const { timezone } = useUser();
  const instant = instantOf(time, timezone);
  const parts = [description.trim(), instant && dateTime(instant.toISOString(), timezone)].filter(Boolean);
  return (
    <Typography variant="body2" noWrap sx={{ color: 'text.secondary', minWidth: 0, flex: 1 }}>
      {parts.join(' · ')}
    </Typography>
  );
}
