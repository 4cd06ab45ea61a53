const LONGEST_S = 12 * 3600;

/** How long browsers may keep media: no longer than their link lasts. */
export const mediaCaching = (lastsMs: number): string =>
  `private, max-age=${Math.max(0, Math.min(LONGEST_S, Math.floor(lastsMs / 1000)))}, immutable`;
