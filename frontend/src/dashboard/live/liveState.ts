/** Data fetched while the stream opened may predate it. Polling goes on this long after opening. */
const SETTLED_MS = 5_000;

let upSince: number | undefined;

export const liveIs = (up: boolean, now = Date.now()) => {
  upSince = up ? (upSince ?? now) : undefined;
};

/** Whether the stream announces changes, so that polling can slow down. */
export const isLive = (now = Date.now()) => upSince !== undefined && now - upSince > SETTLED_MS;
