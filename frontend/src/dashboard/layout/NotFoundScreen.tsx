import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import { Screen } from './Screen';

export function NotFoundScreen() {
  return (
    <Screen title="Page not found">
      <Typography sx={{ color: 'text.secondary', mb: 2 }}>
        There is nothing at this address. It may have moved, or the link has a typo.
      </Typography>
      <Button variant="contained" component={Link} to="/dashboard">
        Go to the dashboard
      </Button>
    </Screen>
  );
}
