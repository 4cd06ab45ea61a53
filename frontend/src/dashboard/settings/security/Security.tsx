import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { User } from '../../../types';
import { ChangePassword } from './ChangePassword';
import { OwnActivity } from './OwnActivity';
import { Sessions } from './Sessions';
import { TwoFactor } from './TwoFactor';
import { TEXTS } from './texts';

const gap = { xs: 2, md: 3 };
const column = { display: 'grid', gap, alignContent: 'start', minWidth: 0 };

/** Two-factor sign-in, password, sessions and activity. */
export const Security = ({ user }: { user: User }) => (
  <Box component="section" aria-labelledby="security" sx={{ mt: { xs: 4, md: 5 } }}>
    <Typography id="security" variant="h2" sx={{ mb: 2 }}>
      {TEXTS.security}
    </Typography>
    <Box
      sx={{
        display: 'grid',
        gap,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 5fr) minmax(0, 7fr)' },
      }}
    >
      <Box sx={column}>
        <TwoFactor />
        <ChangePassword user={user} />
      </Box>
      <Box sx={column}>
        <Sessions />
        <OwnActivity />
      </Box>
    </Box>
  </Box>
);
