import LostIcon from '@mui/icons-material/ExploreOffOutlined';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { Link } from 'react-router';
import { Empty } from '../layout/Empty';
import { Screen } from '../layout/Screen';

export function NotFoundScreen() {
  return (
    <Screen title="Page not found">
      <Card>
        <Empty icon={LostIcon} text="There is nothing at this address">
          It may have moved, or the link has a typo.
          <br />
          <Button variant="contained" component={Link} to="/dashboard" sx={{ mt: 2 }}>
            Go to the dashboard
          </Button>
        </Empty>
      </Card>
    </Screen>
  );
}
