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
import { TEXTS } from './texts';

const openSettings = <Link to="/dashboard/settings">{TEXTS.openSettings}</Link>;

export const missingCredentials = (user: User) => [
  ...(user.has_access_token ? [] : [TEXTS.accessToken]),
  ...(user.page_id ? [] : [TEXTS.pageId]),
];

export function MissingBanner({ missing }: { missing: string[] }) {
  return (
    <Banner tone="warning" icon={ConnectIcon} title={TEXTS.facebookConnectionRequired} action={openSettings}>
      {TEXTS.missingCredentials(missing.join(' and '))}
    </Banner>
  );
}

/** Connections that are paused or expire soon. */
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
        {TEXTS.saveNewToken}
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
