import LockIcon from '@mui/icons-material/LockOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import { SHOW_PLANS } from '../../navigation';
import { TEXTS } from './texts';

interface SubscriptionRequiredProps {
  message?: string;
}

export function SubscriptionRequired({
  message = TEXTS.activeSubscriptionNeeded,
}: SubscriptionRequiredProps) {
  return (
    <Card
      component="section"
      aria-labelledby="subscription-required"
      sx={{ display: 'grid', justifyItems: 'center', textAlign: 'center', gap: 1.5, px: 2, py: 7 }}
    >
      <Box
        sx={{
          width: 56,
          height: 56,
          borderRadius: '50%',
          display: 'grid',
          placeContent: 'center',
          bgcolor: 'brandTint',
          color: 'primary.main',
        }}
      >
        <LockIcon />
      </Box>
      <Typography id="subscription-required" variant="h2" sx={{ fontSize: 20 }}>
        {TEXTS.subscriptionRequired}
      </Typography>
      <Typography sx={{ color: 'text.secondary', maxWidth: 440 }}>{message}</Typography>
      <Button variant="contained" component={Link} to="/" state={SHOW_PLANS} sx={{ mt: 1 }}>
        {TEXTS.viewPlans}
      </Button>
    </Card>
  );
}
