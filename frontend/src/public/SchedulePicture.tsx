/** The hero's picture: an honest drawing of the schedule, with made-up videos and no made-up numbers. */
const ROWS = [
  ['Morning stretch', 'Today, 9:00 AM', 'published', 'Published'],
  ['Behind the scenes', 'Today, 6:30 PM', 'scheduled', 'Scheduled'],
  ['Three quick recipes', 'Tomorrow, 9:00 AM', 'pending', 'Pending'],
  ['Weekend plans', 'Saturday, 11:15 AM', 'pending', 'Pending'],
] as const;

export function SchedulePicture() {
  return (
    <div className="picture" aria-hidden="true">
      <div className="picture-bar">
        <i />
        <i />
        <i />
        <span>What goes out next</span>
      </div>
      {ROWS.map(([title, time, status, label], row) => (
        <div className="picture-row" key={title}>
          <span className={`picture-thumb hue-${row}`} />
          <span className="picture-text">
            <b>{title}</b>
            <small>{time}</small>
          </span>
          <span className={`picture-chip ${status}`}>{label}</span>
        </div>
      ))}
    </div>
  );
}
