import { LinesSkeleton } from '../layout/LinesSkeleton';

/** Shown until the banners are known, so that nothing shifts later. */
export const HomeSkeleton = () => (
  <div role="status" aria-label="Opening" className="bones behind">
    <div className="bone title" style={{ width: 150 }} />
    <div className="bone lead" style={{ width: 260 }} />
    <div className="bone-cards two">
      {[160, 130].map((width) => (
        <div key={width} className="bone-card">
          <div className="bone heading" style={{ width }} />
          <LinesSkeleton />
        </div>
      ))}
    </div>
    <div className="bone-cards four">
      {[90, 60, 50, 110].map((width) => (
        <div key={width} className="bone-card">
          <div className="bone heading" style={{ width }} />
          <div className="bone figure" style={{ width: '55%' }} />
          <div className="bone" style={{ width: '80%' }} />
        </div>
      ))}
    </div>
  </div>
);
