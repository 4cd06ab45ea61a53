import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { time } from '../../format';
import { StatusChip } from '../posts/StatusChip';
import { nameOf } from './days';
import { atOf, byDay, partOf } from './entries';
import type { Entry } from './entries';
import { KINDS } from './kinds';
import { Picture } from './Picture';

/** Nobody reads on further at once; the next ones come by a button. */
const SHOWN = 100;

interface AgendaProps {
  entries: Entry[];
  zone: string;
  today: string;
  open: (entry: Entry) => void;
}

export function Agenda({ entries, zone, today, open }: AgendaProps) {
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
                <Row entry={entry} zone={zone} open={open} />
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
            Show more ({left} left)
          </Button>
        </Box>
      )}
    </>
  );
}

function Row({ entry, zone, open }: Omit<AgendaProps, 'entries' | 'today'> & { entry: Entry }) {
  const { kind, title, thumbnail_path: thumbnail } = partOf(entry);
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
      <Picture className="agenda-picture" kind={kind} path={thumbnail} />
      <span className="agenda-title" dir="auto">
        {title ?? 'A shared video'}
      </span>
      <span className="agenda-kind">{KINDS[kind].label}</span>
      <span className="agenda-status">
        {ghost ? <span className="agenda-auto">Automatic</span> : <StatusChip status={entry.item.status} />}
      </span>
    </button>
  );
}
