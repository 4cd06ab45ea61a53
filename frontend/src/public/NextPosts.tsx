const POSTS = [
  { title: 'Behind the scenes', time: 'Today at 9:00 AM', scene: 2, tone: 'good', status: 'Published' },
  { title: 'Three quick recipes', time: 'Today at 6:30 PM', scene: 4, tone: 'purple', status: 'Scheduled' },
  { title: 'Sunset walk', time: 'Tomorrow at 6:30 PM', scene: 1, tone: 'warning', status: 'Pending' },
];

/** Beside the form on wide screens: a drawing of upcoming posts with made-up videos. */
export function NextPosts() {
  return (
    <div className="auth-picture" aria-hidden="true">
      <p>What went out, and what goes out next.</p>
      <div className="next-posts">
        {POSTS.map(({ title, time, scene, tone, status }) => (
          <div className="next-post" key={title}>
            <i className={`thumb scene-${scene}`} />
            <span>
              <b>{title}</b>
              <small>{time}</small>
            </span>
            <span className={`chip ${tone}`}>{status}</span>
          </div>
        ))}
      </div>
    </div>
  );
}
