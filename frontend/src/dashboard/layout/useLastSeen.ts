import { useState } from 'react';

/**
 * The latest data of the record that a dialog shows, or the last ones once it has left the list: it was deleted, or moved
 * to another page or out of the filter.
 */
export function useLastSeen<T>(records: readonly T[], isIt: (record: T) => boolean): T | undefined {
  const [seen, setSeen] = useState<T>();
  const record = records.find(isIt) ?? (seen !== undefined && isIt(seen) ? seen : undefined);
  if (record !== seen) setSeen(() => record);
  return record;
}
