import { time } from '../../format';
import type { PostStatus } from '../../types';
import { toneOf } from '../layout/StatusChip';
import type { Tone } from '../muiTheme';
import type { CalendarEntry } from './calendarEntries';
import { partOf } from './calendarEntries';
import type { CalendarItem } from './calls';
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
          <Status {...stateOf(entry)} />
        </span>
      </span>
      <span className="unseen">, {label}</span>
    </span>
  );
}

interface State {
  tone: Tone;
  mark: string;
  name: string;
}

const stateOf = (entry: CalendarEntry): State =>
  entry.what === 'slot'
    ? { tone: 'neutral', mark: MARKS.automatic, name: TEXTS.automatic }
    : stateOfItem(entry.item);

/** There is room for one mark: a draft is pending, but what counts is that it is held back. */
const stateOfItem = ({ status, draft }: CalendarItem): State =>
  draft === 1
    ? { tone: 'neutral', mark: MARKS.draft, name: TEXTS.draft }
    : {
        tone: toneOf(status),
        mark: MARKS[status],
        name: status.charAt(0).toUpperCase() + status.slice(1),
      };

const Status = ({ tone, mark, name }: State) => (
  <span className={`entry-status tone-${tone}`}>
    <Mark path={mark} />
    <span className="entry-status-name">{name}</span>
  </span>
);

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
const MARKS: Record<PostStatus | 'draft' | 'automatic', string> = {
  pending: CLOCK,
  scheduled: UP,
  processing: UP,
  uploaded: UP,
  published: 'M3 6.3 5.1 8.4 9 3.9',
  failed: 'M6 2.8v3.6M6 8.9v.1',
  draft: 'M2.7 9.3 3.3 7 7.5 2.8 9.2 4.5 5 8.7Z',
  automatic: 'M3 6a3 3 0 0 1 5.2-2M9 2.6V4.4H7.2M9 6a3 3 0 0 1-5.2 2M3 9.4V7.6h1.8',
};
