/** Instants are milliseconds since 1970 inside, and ISO 8601 UTC with `Z` on the wire. */
export const toIso = (ms: number): string => new Date(ms).toISOString();

export const toIsoOrNull = (ms: number | null | undefined): string | null =>
  ms === null || ms === undefined ? null : toIso(ms);
