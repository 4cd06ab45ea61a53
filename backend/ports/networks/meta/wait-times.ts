const A_MINUTE_MS = 60_000;

/** Used where Meta names no time: rate limits are hourly windows, blocks last for hours to days. */
export const RATE_LIMIT_WAIT_MS = 15 * A_MINUTE_MS;
export const BLOCKED_WAIT_MS = 6 * 60 * A_MINUTE_MS;

/** Whatever a header says: no window of Meta's is longer. */
export const LONGEST_WAIT_MS = 24 * 60 * A_MINUTE_MS;
