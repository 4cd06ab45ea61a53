import RehearsalIcon from '@mui/icons-material/TheaterComedyOutlined';
import Box from '@mui/material/Box';
import { Link } from 'react-router';
import type { Config } from '../../../types';
import { SMALL } from '../../layout/sizes';
import { Banner } from './Banner';
import { TEXTS } from './texts';

export function RehearsalBanner({ rehearsal, connected }: Config & { connected: boolean }) {
  return (
    <Banner
      tone="info"
      icon={RehearsalIcon}
      title={TEXTS.rehearsalMode}
      action={
        <a href={rehearsal?.url ?? '/rehearsal'} target="_blank" rel="noopener noreferrer">
          {TEXTS.openRehearsalPage}
        </a>
      }
    >
      {/* Hidden on small screens; the settings say it too. */}
      <Box component="span" sx={{ [SMALL]: { display: 'none' } }}>
        Posts go to a stand-in page on this server, not to Facebook.
        {!connected && rehearsal && (
          <>
            {' '}
            <Link to="/dashboard/settings">{TEXTS.connectRehearsal}</Link>
          </>
        )}
      </Box>
    </Banner>
  );
}
