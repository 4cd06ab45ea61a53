import { time } from '../../format';
import type { PostStatus } from '../../types';
import { toneOf } from '../layout/StatusChip';
import type { CalendarEntry } from './calendarEntries';
import { partOf } from './calendarEntries';
import { AccountTag } from '../accounts/AccountTag';
import type { ShownAccount } from '../accounts/shownAccounts';
import { KINDS } from '../posts/kinds';
import { EntryPicture } from './EntryPicture';
import { TEXTS } from './texts';

interface EntryContentProps {
  entry: CalendarEntry;
  /** Its current position, also during a drag. */
  start: Date | null;
  zone: string;
  /** Absent: there is no choice of accounts. */
  account: ShownAccount | undefined;
}

/** An entry of month and week. Plain elements styled in calendar.css, since there may be hundreds. */
export function EntryContent({ entry, start, zone, account }: EntryContentProps) {
  const { kind, title, thumbnail_path: thumbnail } = partOf(entry);
  const { label, className } = KINDS[kind];
  return (
    <span className={`entry ${className} ${entry.what === 'slot' ? 'is-ghost' : ''}`} data-name={entry.name}>
      <EntryPicture className="entry-picture" kind={kind} path={thumbnail} />
      <span className="entry-text">
        <span className="entry-title" dir="auto">
          {title ?? TEXTS.aSharedVideo}
        </span>
        <span className="entry-facts">
          {start && <span className="entry-time">{time(start.toISOString(), zone)}</span>}
          <AccountTag account={account} />
          {entry.what === 'item' ? (
            <Status status={entry.item.status} />
          ) : (
            <span className="entry-status tone-neutral">
              <Mark path={MARKS.automatic} />
              <span className="entry-status-name">{TEXTS.automatic}</span>
            </span>
          )}
        </span>
      </span>
      <span className="unseen">, {label}</span>
    </span>
  );
}

function Status({ status }: { status: PostStatus }) {
  return (
    <span className={`entry-status tone-${toneOf(status)}`}>
      <Mark path={MARKS[status]} />
      <span className="entry-status-name">{status.charAt(0).toUpperCase() + status.slice(1)}</span>
    </span>
  );
}

const Mark = ({ path }: { path: string }) => (
  <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
    <path
      d={path}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
);

const CLOCK = 'M6 1.9a4.1 4.1 0 1 0 0 8.2 4.1 4.1 0 0 0 0-8.2M6 3.9V6l1.4 1';
const UP = 'M6 9V3M3.6 5.4 6 3l2.4 2.4';

/** Shapes distinguish the statuses where the word does not fit. */
const MARKS: Record<PostStatus | 'automatic', string> = {
  pending: CLOCK,
  scheduled: UP,
  processing: UP,
  uploaded: UP,
  published: 'M3 6.3 5.1 8.4 9 3.9',
  failed: 'M6 2.8v3.6M6 8.9v.1',
  automatic: 'M3 6a3 3 0 0 1 5.2-2M9 2.6V4.4H7.2M9 6a3 3 0 0 1-5.2 2M3 9.4V7.6h1.8',
};
