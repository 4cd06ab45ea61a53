import SupportIcon from '@mui/icons-material/SupportAgentOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { useBannersKnown } from '../layout/banners/Banners';
import { Screen } from '../layout/Screen';
import { useConfig, usePlans, useUser } from '../queries';
import { Cards } from './Cards';
import { TWO_COLUMNS } from './columns';
import { FailedLately } from './FailedLately';
import { HomeSkeleton } from './HomeSkeleton';
import { NextOut } from './NextOut';
import { Plans } from './Plans';
import { useOutlook } from './useOutlook';

export function Home() {
  const { name } = useUser();
  // Asked for at once, and not only when the parts that show them are drawn.
  const outlook = useOutlook();
  usePlans();
  const known = useBannersKnown() && !outlook.isPending;
  // From then on each part speaks for itself, also while it is asked for again.
  const [ready, setReady] = useState(known);
  if (known && !ready) setReady(true);
  if (!ready) return <HomeSkeleton />;
  return (
    <Screen
      title="Dashboard"
      lead={`Hello ${name.split(' ')[0] ?? ''}, this is how your page stands.`}
      action={<ContactSupport />}
    >
      <Stack sx={{ gap: { xs: 2, md: 3 } }}>
        <Box sx={TWO_COLUMNS}>
          <NextOut outlook={outlook} />
          <FailedLately outlook={outlook} />
        </Box>
        <Cards />
        <Plans />
      </Stack>
    </Screen>
  );
}

function ContactSupport() {
  const support = useConfig()?.support_url;
  if (!support) return null;
  return (
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
  );
}
