import Typography from '@mui/material/Typography';
import { reasonOf } from '../../api';

/** The reason of a failed action, shown beside its button. */
export const Refusal = ({ error }: { error: unknown }) =>
  error ? (
    <Typography
      role="alert"
      variant="body2"
      sx={{ color: 'error.main', mt: 0.5, overflowWrap: 'anywhere', textWrap: 'pretty' }}
    >
      {reasonOf(error)}
    </Typography>
  ) : null;
