const A_MINUTE_MS = 60_000;

/** Waits if Meta names no time. Rate limits are hourly windows; blocks last for hours to days. */
export const RATE_LIMIT_WAIT_MS = 15 * A_MINUTE_MS;
export const BLOCKED_WAIT_MS = 6 * 60 * A_MINUTE_MS;
