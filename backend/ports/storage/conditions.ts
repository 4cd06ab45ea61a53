import type { IncomingHttpHeaders } from 'node:http';

const TAGS = /(?:W\/)?("[^"]*")/g;

/** Whether the caller has it already: any of the tags names it, weak or not, or is `*` (RFC 9110, 13.1.2). */
export function isKnown({ 'if-none-match': tags }: IncomingHttpHeaders, etag: string): boolean {
  if (tags === undefined) return false;
  return tags.trim() === '*' || [...tags.matchAll(TAGS)].some(([, tag]) => tag === etag);
}

/** The wanted range, unless it is of something else: a weak tag and a date name nothing of ours (RFC 9110, 13.1.5). */
export const wantedRange = (
  { range, 'if-range': of }: IncomingHttpHeaders,
  etag: string,
): string | undefined => (of === undefined || of === etag ? range : undefined);
