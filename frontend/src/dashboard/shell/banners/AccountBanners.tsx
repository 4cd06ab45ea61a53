import EndingIcon from '@mui/icons-material/HourglassBottomRounded';
import PausedIcon from '@mui/icons-material/PauseCircleOutlined';
import { Link } from 'react-router';
import { relative } from '../../../format';
import type { Account } from '../../accounts/account';
import { accountNotices, placeOf, titleOfAccounts, type AccountNotice } from './accountNotices';
import { Banner } from './Banner';
import { TEXTS } from './texts';

/** Accounts that are paused or end soon. */
export function AccountBanners({ accounts }: { accounts: readonly Account[] }) {
  return accountNotices(accounts, Date.now()).map((notice) => (
    <AccountBanner key={titleOfAccounts(notice)} {...notice} />
  ));
}

function AccountBanner(notice: AccountNotice) {
  const title = titleOfAccounts(notice);
  if (notice.what !== 'paused')
    return (
      <Banner
        tone="warning"
        icon={EndingIcon}
        title={title}
        action={<Link to={placeOf(notice)}>{TEXTS.reconnect}</Link>}
      >
        {notice.what === 'data' ? TEXTS.renewDataAccess : TEXTS.renewAccess}
      </Banner>
    );
  const { reason, resumesAt } = notice;
  return (
    <Banner
      tone={resumesAt ? 'warning' : 'bad'}
      icon={PausedIcon}
      title={title}
      action={<Link to={placeOf(notice)}>{resumesAt ? TEXTS.openSettings : TEXTS.reconnect}</Link>}
    >
      {reason ?? TEXTS.lastCallRefused}
      {resumesAt && ` It goes on ${relative(resumesAt, Date.now())}.`}
    </Banner>
  );
}
