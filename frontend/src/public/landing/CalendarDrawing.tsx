interface Drawn {
  title: string;
  time: string;
  status: keyof typeof STATUS;
  scene: number;
}

const STATUS = {
  published: ['good', 'Published'],
  scheduled: ['purple', 'Scheduled'],
  pending: ['warning', 'Pending'],
} as const;

const SIDE = ['Dashboard', 'Calendar', 'Facebook Videos', 'Instagram Videos', 'Photos', 'Captions'];

/** An automatic slot. */
const OPEN = 'open';

const WEEK: [string, ...(Drawn | typeof OPEN)[]][] = [
  ['Mon', { title: 'Morning stretch', time: '9:00 AM', status: 'published', scene: 1 }],
  [
    'Tue',
    { title: 'Behind the scenes', time: '9:00 AM', status: 'published', scene: 2 },
    { title: 'One minute of calm', time: '6:30 PM', status: 'published', scene: 5 },
  ],
  [
    'Wed',
    { title: 'From the garden', time: '9:00 AM', status: 'published', scene: 3 },
    { title: 'Three quick recipes', time: '6:30 PM', status: 'scheduled', scene: 4 },
  ],
  ['Thu', { title: 'Ask us anything', time: '9:00 AM', status: 'pending', scene: 5 }, OPEN],
  [
    'Fri',
    { title: 'Weekend plans', time: '9:00 AM', status: 'pending', scene: 2 },
    { title: 'Sunset walk', time: '6:30 PM', status: 'pending', scene: 1 },
  ],
];

const TODAY = 'Wed';

/** The hero's drawing of a calendar week with made-up videos. On phones it is the agenda. */
export function CalendarDrawing() {
  return (
    <div
      className="drawing"
      role="img"
      aria-label="A drawing of the calendar: a week of videos, each with its time and its status."
    >
      <div className="drawing-side">
        {SIDE.map((entry) => (
          <span className={entry === 'Calendar' ? 'here' : undefined} key={entry}>
            <i />
            {entry}
          </span>
        ))}
      </div>
      <div className="drawing-main">
        <div className="drawing-head">
          <b>Calendar</b>
          <span className="segments">
            <span>Month</span>
            <span className="here">Week</span>
            <span>Agenda</span>
          </span>
        </div>
        <div className="drawing-next">
          <i className="dot purple" />
          <span>
            Next: <b>Three quick recipes</b>, today at 6:30 PM
          </span>
        </div>
        <div className="drawing-week">
          {WEEK.map(([day, ...slots]) => (
            <div className={day === TODAY ? 'day today' : 'day'} key={day}>
              <span className="day-name">{day}</span>
              {slots.map((slot, n) => (slot === OPEN ? <Open key={n} /> : <Post key={n} {...slot} />))}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

function Post({ title, time, status, scene }: Drawn) {
  const [tone, label] = STATUS[status];
  return (
    <div className="post">
      <i className={`thumb scene-${scene}`} />
      <span className="post-text">
        <small>{time}</small>
        <b>{title}</b>
      </span>
      <span className={`chip ${tone}`}>{label}</span>
    </div>
  );
}

function Open() {
  return (
    <div className="open-slot">
      <small>6:30 PM</small>
      Automatic slot
    </div>
  );
}
