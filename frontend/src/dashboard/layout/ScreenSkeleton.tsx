import { LinesSkeleton } from './LinesSkeleton';

/** Shown while the code of a screen loads. */
export const ScreenSkeleton = () => (
  <div role="status" aria-label="Opening" className="bones">
    <div className="bone title" style={{ width: 180 }} />
    <div className="bone lead" style={{ width: 260 }} />
    <div className="bone-card">
      <LinesSkeleton />
    </div>
  </div>
);
