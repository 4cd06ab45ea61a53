import ConnectIcon from '@mui/icons-material/LinkOff';
import AwayIcon from '@mui/icons-material/CloudOffOutlined';
import PausedIcon from '@mui/icons-material/PauseCircleOutlined';
import RehearsalIcon from '@mui/icons-material/TheaterComedyOutlined';
import Stack from '@mui/material/Stack';
import { Link } from 'react-router';
import { relative } from '../../format';
import type { Config, ConnectionState, User } from '../../types';
import { useConfig, useConnection, useUser } from '../queries';
import { Banner } from './Banner';

/** What stands in the way of posting, wherever one is. */
export function Banners() {
  const user = useUser();
  const config = useConfig();
  const facebook = useConnection().data?.facebook;
  const missing = missingCredentials(user);
  return (
    <Stack sx={{ gap: 1, '& > :last-child': { mb: 3 } }}>
      {config?.network === 'rehearsal' && <Rehearsal config={config} connected={missing.length === 0} />}
      {config?.publisher === 'away' && (
        <Banner tone="bad" icon={AwayIcon} title="The publisher is away.">
          Nothing goes out until it is back; your posts keep their place.
        </Banner>
      )}
      {missing.length > 0 && (
        <Banner
          tone="warning"
          icon={ConnectIcon}
          title="Facebook Connection Required"
          action={<Link to="/dashboard/settings">Open settings</Link>}
        >
          Missing: {missing.join(' and ')}
        </Banner>
      )}
      {missing.length === 0 && facebook?.status === 'paused' && <Paused facebook={facebook} />}
    </Stack>
  );
}

const missingCredentials = (user: User) => [
  ...(user.has_access_token ? [] : ['Access Token']),
  ...(user.page_id ? [] : ['Page ID']),
];

function Rehearsal({ config, connected }: { config: Config; connected: boolean }) {
  const { rehearsal } = config;
  return (
    <Banner
      tone="info"
      icon={RehearsalIcon}
      title="Rehearsal mode."
      action={
        <a href={rehearsal?.url ?? '/rehearsal'} target="_blank" rel="noopener noreferrer">
          Open the rehearsal page
        </a>
      }
    >
      Posts go to a stand-in page on this server, not to Facebook.
      {!connected && rehearsal && (
        <>
          {' '}
          To connect it, use the access token <code>{rehearsal.access_token}</code> and the page id{' '}
          <code>{rehearsal.page_id}</code>.
        </>
      )}
    </Banner>
  );
}

function Paused({ facebook }: { facebook: ConnectionState }) {
  const resumes = facebook.resumes_at && ` It resumes ${relative(facebook.resumes_at, Date.now())}.`;
  return (
    <Banner
      tone="bad"
      icon={PausedIcon}
      title="Facebook connection paused."
      action={<Link to="/dashboard/settings">Open settings</Link>}
    >
      {facebook.paused_reason ?? 'Facebook refused the last call.'}
      {resumes}
    </Banner>
  );
}
