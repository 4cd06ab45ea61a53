import type { FileInfo } from 'busboy';

/** As long as the column of uploads. */
const LONGEST_NAME = 255;

/** Format characters turn a text around or hide in it; some scripts, and emoji, join their letters by these two. */
const UNSEEN = /(?:(?![\u200c\u200d])[\p{Cc}\p{Cf}])+/gu;

/** The name that a client gives a file. Used in sentences and titles only, never as part of a path. */
export function fileNameOf(given: string | null | undefined): string {
  const name = given?.toWellFormed().split(/[\\/]/).at(-1)?.replace(UNSEEN, ' ').trim();
  return Array.from(name || 'file')
    .slice(0, LONGEST_NAME)
    .join('');
}

/** Browsers write these three characters so in the name of a part, and no other (HTML, "Multipart form data"). */
export const nameOfPart = ({ filename }: FileInfo): string =>
  fileNameOf(filename?.replace(/%(?:22|0A|0D)/g, decodeURIComponent));
