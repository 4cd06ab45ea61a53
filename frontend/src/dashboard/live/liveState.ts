/** What was read while the stream was opening may be older than what it knows: so long it is read again as if there were none. */
const SETTLED_MS = 5_000;

let upSince: number | undefined;

export const liveIs = (up: boolean, now = Date.now()) => {
  upSince = up ? (upSince ?? now) : undefined;
};

/** Whether changes are told, so that nobody has to look for them. */
export const isLive = (now = Date.now()) => upSince !== undefined && now - upSince > SETTLED_MS;
