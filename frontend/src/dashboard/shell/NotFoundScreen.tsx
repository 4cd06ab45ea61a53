import LostIcon from '@mui/icons-material/ExploreOffOutlined';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { Link } from 'react-router';
import { Empty } from '../layout/Empty';
import { Screen } from '../layout/Screen';
import { TEXTS } from './texts';

export function NotFoundScreen() {
  return (
    <Screen title={TEXTS.pageNotFound}>
      <Card>
        <Empty icon={LostIcon} text={TEXTS.nothingHere}>
          It may have moved, or the link has a typo.
          <br />
          <Button variant="contained" component={Link} to="/dashboard" sx={{ mt: 2 }}>
            {TEXTS.goToDashboard}
          </Button>
        </Empty>
      </Card>
    </Screen>
  );
}
