import EndingIcon from '@mui/icons-material/HourglassBottomRounded';
import ConnectIcon from '@mui/icons-material/LinkOff';
import PausedIcon from '@mui/icons-material/PauseCircleOutlined';
import { Link } from 'react-router';
import { relative } from '../../../format';
import type { User } from '../../../types';
import { NETWORK_NAME } from '../../posts/screenFormat';
import { useConnection } from '../../queries';
import { Banner } from './Banner';
import { noticesOf, titleOf, type Notice } from './connectionNotices';

const openSettings = <Link to="/dashboard/settings">Open settings</Link>;

export const missingCredentials = (user: User) => [
  ...(user.has_access_token ? [] : ['Access Token']),
  ...(user.page_id ? [] : ['Page ID']),
];

export function MissingBanner({ missing }: { missing: string[] }) {
  return (
    <Banner tone="warning" icon={ConnectIcon} title="Facebook Connection Required" action={openSettings}>
      Missing: {missing.join(' and ')}
    </Banner>
  );
}

/** Connections that are paused, or that end soon. */
export function ConnectionBanners() {
  const { data } = useConnection();
  const now = Date.now();
  return (
    data && noticesOf(data, now).map((notice) => <NoticeBanner key={titleOf(notice, now)} {...notice} />)
  );
}

function NoticeBanner(notice: Notice) {
  const title = titleOf(notice, Date.now());
  if (notice.what === 'ending')
    return (
      <Banner tone="warning" icon={EndingIcon} title={title} action={openSettings}>
        Save a new access token, and posting goes on without a break.
      </Banner>
    );
  const { reason, resumesAt, networks } = notice;
  return (
    <Banner tone={resumesAt ? 'warning' : 'bad'} icon={PausedIcon} title={title} action={openSettings}>
      {reason ?? `${networks.map((network) => NETWORK_NAME[network]).join(' and ')} refused the last call.`}
      {resumesAt && ` It goes on ${relative(resumesAt, Date.now())}.`}
    </Banner>
  );
}
