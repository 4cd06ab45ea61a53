/** Posts, one below the other. */
export const LinesSkeleton = () => (
  <div className="bone-lines">
    {[70, 55, 62].map((width) => (
      <div key={width} className="bone-line">
        <div className="bone poster" />
        <div>
          <div className="bone" style={{ width: `${width}%` }} />
          <div className="bone" style={{ width: '40%' }} />
        </div>
      </div>
    ))}
  </div>
);
