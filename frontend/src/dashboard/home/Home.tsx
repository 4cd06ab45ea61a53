import SupportIcon from '@mui/icons-material/SupportAgentOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { Screen } from '../layout/Screen';
import { useConfig, useUser } from '../queries';
import { Cards } from './Cards';
import { Plans } from './Plans';
import { FailedLately, NextOut } from './Posts';
import { SubscriptionBanner } from './SubscriptionBanner';

export function Home() {
  const { name } = useUser();
  const support = useConfig()?.support_url;
  return (
    <Screen
      title="Dashboard"
      lead={`Hello ${name.split(' ')[0] ?? ''}, this is how your page stands.`}
      action={
        support && (
          <Button
            variant="outlined"
            color="inherit"
            startIcon={<SupportIcon />}
            href={support}
            target="_blank"
            rel="noopener noreferrer"
          >
            Contact Support
          </Button>
        )
      }
    >
      <Stack sx={{ gap: { xs: 2, md: 3 } }}>
        <SubscriptionBanner />
        <Box
          sx={{
            display: 'grid',
            gap: { xs: 2, md: 3 },
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
          }}
        >
          <NextOut />
          <FailedLately />
        </Box>
        <Cards />
        <Plans />
      </Stack>
    </Screen>
  );
}
