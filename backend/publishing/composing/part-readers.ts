import { DomainError } from '../../common/errors/errors';
import { PHOTO } from '../../media/rules';
import { noSuchUpload } from '../../uploads/chosen-media';
import { factsOf } from '../../uploads/medium-facts';
import { isMediumId, type MediumRow } from '../../uploads/media-rows';
import { fieldsOf, idIn, type Fields, type Known } from './body-fields';
import { fileOfLibrary } from './library-file';
import type { Refusals } from './refusals';
import { altTextViolation } from './text-limits';
import { isShared, type WantedCover, type WantedFile } from './wanted-posts';

const LONGEST_LINK = 2_048;
const WHAT_A_FILE_IS = 'A file is {media_id} of an upload, or {shared_video_id} of the shared library.';
const WHAT_A_COVER_IS = 'A cover is {at_ms} of the video, or {media_id} of a picture.';

/** A text without white space around it; null when there is none. Undefined: it is refused. */
export function readText(value: unknown, field: string, refusals: Refusals): string | null | undefined {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string') return value.trim().toWellFormed() || null;
  refusals.add(field, 'This is to be a text.');
  return undefined;
}

/** An address of the web; null when there is none. Undefined: it is refused. */
export function readLink(value: unknown, field: string, refusals: Refusals): string | null | undefined {
  const text = readText(value, field, refusals);
  if (!text) return text;
  if (text.length <= LONGEST_LINK && isWebAddress(text)) return text;
  refusals.add(
    field,
    `Enter an address that begins with http:// or https:// and has at most ${LONGEST_LINK} characters.`,
  );
  return undefined;
}

function isWebAddress(text: string): boolean {
  if (!/^https?:\/\/\S+$/i.test(text)) return false;
  if (!URL.canParse(text)) return false;
  const { hostname, username, password } = new URL(text);
  return hostname !== '' && username === '' && password === '';
}

/** @returns undefined when it is refused */
export function readFile(
  value: unknown,
  field: string,
  known: Pick<Known, 'media' | 'videos'>,
  refusals: Refusals,
): WantedFile | undefined {
  const given = fieldsOf(value);
  const { alt_text } = given;
  const medium = readBytes(given, field, known, refusals);
  const altText = readAltText(alt_text, `${field}.alt_text`, refusals);
  return medium && { medium, altText: altText ?? null };
}

/** @returns null when there is none, undefined when it is refused */
export function readAltText(value: unknown, field: string, refusals: Refusals): string | null | undefined {
  const text = readText(value, field, refusals);
  const tooLong = text ? altTextViolation(text) : undefined;
  if (tooLong !== undefined) refusals.add(field, tooLong);
  return text;
}

function readBytes(
  { media_id, shared_video_id: shared }: Fields,
  field: string,
  known: Pick<Known, 'media' | 'videos'>,
  refusals: Refusals,
): WantedFile['medium'] | undefined {
  if (shared === undefined) return readMedium(media_id, field, known, refusals);
  const video = media_id === undefined ? known.videos.get(idIn(shared)) : undefined;
  if (video) return fileOfLibrary(video);
  refusals.add(
    field,
    media_id === undefined && idIn(shared) > 0
      ? `The shared video ${idIn(shared)} is not in the library (any more).`
      : WHAT_A_FILE_IS,
  );
  return undefined;
}

/** Why these files cannot be in one post; undefined: they can. The further files of a post are always its owner's. */
export const sharedViolation = (files: readonly WantedFile[]): string | undefined =>
  files.length > 1 && files.some(({ medium }) => isShared(medium))
    ? 'A shared video is the only file of its post.'
    : undefined;

/** @returns null when there is none, undefined when it is refused */
export function readCover(
  value: unknown,
  field: string,
  known: Pick<Known, 'media'>,
  refusals: Refusals,
): WantedCover | null | undefined {
  if (value === undefined || value === null) return null;
  const { at_ms, media_id } = fieldsOf(value);
  if ((at_ms === undefined) === (media_id === undefined)) {
    refusals.add(field, WHAT_A_COVER_IS);
    return undefined;
  }
  if (media_id !== undefined) return readCoverPicture(media_id, field, known, refusals);
  if (typeof at_ms === 'number' && Number.isInteger(at_ms)) return { atMs: at_ms };
  refusals.add(field, 'at_ms is a whole number of milliseconds.');
  return undefined;
}

function readCoverPicture(id: unknown, field: string, known: Pick<Known, 'media'>, refusals: Refusals) {
  const medium = readMedium(id, field, known, refusals);
  if (!medium) return undefined;
  const facts = factsOf(medium);
  const isPicture =
    'image' in facts && facts.image.format !== 'gif' && facts.image.sizeBytes <= PHOTO.maxBytes;
  if (isPicture) return { medium };
  refusals.add(field, `${medium.name}: A cover is a JPEG or PNG picture of at most 10 MB`);
  return undefined;
}

/** The sentence about a frame that the film does not have. A picture in its place is refused for itself. */
export const coverViolation = (cover: WantedCover, durationMs: number | null): string | undefined =>
  durationMs !== null && 'atMs' in cover && (cover.atMs < 0 || cover.atMs > durationMs)
    ? `The cover must lie within the video (0 to ${durationMs / 1_000} s)`
    : undefined;

function readMedium(
  id: unknown,
  field: string,
  { media }: Pick<Known, 'media'>,
  refusals: Refusals,
): MediumRow | undefined {
  if (!isMediumId(id)) {
    refusals.add(field, 'media_id is the id of one of your uploads, of 32 hexadecimal digits.');
    return undefined;
  }
  const medium = media.get(id);
  if (medium === undefined) refusals.add(field, noSuchUpload(id));
  else if (!(medium instanceof DomainError)) return medium;
  else if (medium.statusCode === 409) refusals.addUnfinished(field, medium);
  else refusals.add(field, medium.message);
  return undefined;
}
