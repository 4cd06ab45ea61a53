import { dateTime } from '../../format';
import { itemName } from './calendarEntries';
import { PostAccount } from '../accounts/PostAccount';
import { isInterval } from '../posts/bulk/scheduleInterval';
import { KINDS } from '../posts/kinds';
import type { PostWithKind } from './useCalendar';
import { TEXTS } from './texts';

interface BatchItemsProps {
  items: PostWithKind[];
  left: ReadonlySet<string>;
  leave: (left: ReadonlySet<string>) => void;
  /** When the first post goes out; absent: unknown. */
  start: Date | undefined;
  everyMinutes: number;
  zone: string;
}

/** The posts with their times, each can be left out. Plain elements styled in calendar.css, since there may be hundreds. */
export function BatchItems({ items, left, leave, start, everyMinutes, zone }: BatchItemsProps) {
  let turn = 0;
  const timeOf = (name: string): string => {
    if (left.has(name)) return TEXTS.skipped;
    const minutes = everyMinutes * turn++;
    return start && isInterval(everyMinutes)
      ? dateTime(new Date(start.getTime() + minutes * 60_000).toISOString(), zone)
      : '';
  };
  return (
    <ul className="batch" aria-label={TEXTS.batchPreview}>
      {items.map((item) => {
        const name = itemName(item);
        return (
          <li key={name}>
            <label className={`batch-item ${KINDS[item.kind].className} ${left.has(name) ? 'is-left' : ''}`}>
              <input
                type="checkbox"
                checked={!left.has(name)}
                onChange={({ target: { checked } }) => {
                  const others = [...left].filter((each) => each !== name);
                  leave(new Set(checked ? others : [...others, name]));
                }}
              />
              <span className="batch-title" dir="auto">
                {item.title}
              </span>
              <PostAccount account={item.account} />
              <span className="batch-time">{timeOf(name)}</span>
            </label>
          </li>
        );
      })}
    </ul>
  );
}
