import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { time } from '../../format';
import { StatusOfPost } from '../posts/StatusOfPost';
import { nameOf } from './calendarDays';
import { atOf, byDay, partOf } from './calendarEntries';
import type { CalendarEntry } from './calendarEntries';
import { AccountTag } from '../accounts/AccountTag';
import type { ShowAccount } from '../accounts/shownAccounts';
import { KINDS } from '../posts/kinds';
import { EntryPicture } from './EntryPicture';
import { TEXTS } from './texts';

/** Entries shown at once; a button shows more. */
const SHOWN = 100;

interface AgendaProps {
  entries: CalendarEntry[];
  zone: string;
  today: string;
  show: ShowAccount;
  open: (entry: CalendarEntry) => void;
}

export function Agenda({ entries, zone, today, ...rest }: AgendaProps) {
  const [shown, setShown] = useState(SHOWN);
  const left = entries.length - shown;
  return (
    <>
      {byDay(entries.slice(0, shown), zone).map(({ day, entries: those }) => (
        <section key={day} aria-labelledby={`day-${day}`} className="agenda-day">
          <h3 id={`day-${day}`} className={day === today ? 'agenda-name is-today' : 'agenda-name'}>
            {nameOf(day, today)}
          </h3>
          <ul className="agenda-list">
            {those.map((entry) => (
              <li key={entry.name}>
                <Row entry={entry} zone={zone} {...rest} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {left > 0 && (
        <Box sx={{ p: 2, textAlign: 'center' }}>
          <Button
            variant="outlined"
            color="inherit"
            onClick={() => {
              setShown(shown + SHOWN);
            }}
          >
            {TEXTS.showMore(left)}
          </Button>
        </Box>
      )}
    </>
  );
}

function Row({ entry, zone, show, open }: Omit<AgendaProps, 'entries' | 'today'> & { entry: CalendarEntry }) {
  const { kind, title, thumbnail_path: thumbnail, account } = partOf(entry);
  const ghost = entry.what === 'slot';
  return (
    <button
      type="button"
      data-name={entry.name}
      className={`agenda-row ${KINDS[kind].className} ${ghost ? 'is-ghost' : ''}`}
      onClick={() => {
        open(entry);
      }}
    >
      <span className="agenda-time">{time(atOf(entry), zone)}</span>
      <EntryPicture className="agenda-picture" kind={kind} path={thumbnail} />
      <span className="agenda-title" dir="auto">
        {title ?? TEXTS.aSharedVideo}
      </span>
      <span className="agenda-kind">
        {KINDS[kind].label}
        <AccountTag account={show(account)} />
      </span>
      <span className="agenda-status">
        {ghost ? <span className="agenda-auto">{TEXTS.automatic}</span> : <StatusOfPost post={entry.item} />}
      </span>
    </button>
  );
}
