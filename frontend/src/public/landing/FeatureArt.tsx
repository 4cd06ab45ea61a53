import type { ReactNode } from 'react';

/** Small drawings of the product above each feature; decoration, the text below says it all. */
const Art = ({ of, children }: { of: string; children: ReactNode }) => (
  <div className={`art ${of}`} aria-hidden="true">
    {children}
  </div>
);

export const UploadArt = () => (
  <Art of="uploads">
    {['full', 'half', 'little'].map((progress, n) => (
      <div className="row" key={progress}>
        <i className={`thumb scene-${n + 1}`} />
        <span className={`bar ${progress}`} />
      </div>
    ))}
  </Art>
);

const WEEKS = 4;
const DAYS = 7;
const POSTS: Record<number, string> = {
  2: 'good',
  4: 'good',
  8: 'good',
  11: 'purple',
  15: 'warning',
  18: 'info',
  23: 'warning',
};

export const ScheduleArt = () => (
  <Art of="month">
    {Array.from({ length: WEEKS * DAYS }, (_, day) => (
      <i className={POSTS[day]} key={day} />
    ))}
  </Art>
);

export const CaptionsArt = () => (
  <Art of="captions">
    {['Which would you try?', 'Save this for later.', 'Part two tomorrow.'].map((line) => (
      <span key={line}>{line}</span>
    ))}
  </Art>
);

export const BatchArt = () => (
  <Art of="batch">
    {['9 AM', '1 PM', '5 PM', '9 PM'].map((time, n) => (
      <span key={time}>
        <i className={`thumb scene-${n + 2}`} />
        {time}
      </span>
    ))}
  </Art>
);
