import {
  readAltText,
  readCover,
  readFile,
  readLink,
  readText,
  sharedViolation,
} from '../composing/part-readers';
import {
  fieldsOf,
  listIn,
  mediumIdsIn,
  sharedIdsIn,
  type Fields,
  type Known,
} from '../composing/body-fields';
import { MOST_FILES } from '../composing/body-reader';
import type { Refusals } from '../composing/refusals';
import type { WantedCover, WantedFile } from '../composing/wanted-posts';
import type { ChangePostDto } from '../posts/post.dto';

/** What is to change of a post. Absent: it stays. */
export interface PostChange {
  title?: string;
  draft?: 0 | 1;
  description?: string | null;
  firstComment?: string | null;
  link?: string | null;
  cover?: WantedCover | null;
  files?: WantedFile[];
  /** Of the only file, which stays. */
  altText?: string | null;
}

/** The uploads that a change names. */
export const mediumIdsOf = ({ media, cover }: ChangePostDto): string[] =>
  mediumIdsIn([...listIn(media, MOST_FILES), cover]);

/** The videos of the shared library that a change names. */
export const sharedIdsOf = ({ media }: ChangePostDto): number[] => sharedIdsIn(listIn(media, MOST_FILES));

type KnownFiles = Pick<Known, 'media' | 'videos'>;

/** Reads the body of `PUT /posts/{id}` with the words of `POST /posts`. */
export function readChange(body: ChangePostDto, known: KnownFiles, refusals: Refusals): PostChange {
  const given = <T>(name: keyof ChangePostDto, read: (value: unknown, field: string) => T): T | undefined =>
    body[name] === undefined ? undefined : read(body[name], name);
  const { title, draft } = body;
  return {
    ...(title !== undefined && { title }),
    ...(draft !== undefined && { draft }),
    description: given('description', (value, field) => readText(value, field, refusals)),
    firstComment: given('first_comment', (value, field) => readText(value, field, refusals)),
    link: given('link', (value, field) => readLink(value, field, refusals)),
    cover: given('cover', (value, field) => readCover(value, field, known, refusals)),
    ...(staysIn(body.media)
      ? { altText: readAltText(body.media[0].alt_text, 'media[0].alt_text', refusals) }
      : { files: given('media', (value, field) => readFiles(value, field, known, refusals)) }),
  };
}

/** Whether the file stays, and only what is said of it changes: what was uploaded with its post has no id to name. */
const staysIn = (media: unknown): media is [Fields] =>
  Array.isArray(media) &&
  media.length === 1 &&
  fieldsOf(media[0]).media_id === undefined &&
  fieldsOf(media[0]).shared_video_id === undefined &&
  fieldsOf(media[0]).alt_text !== undefined;

function readFiles(
  value: unknown,
  field: string,
  known: KnownFiles,
  refusals: Refusals,
): WantedFile[] | undefined {
  if (!Array.isArray(value) || value.length > MOST_FILES) {
    refusals.add(field, `media is a list of at most ${MOST_FILES} files.`);
    return undefined;
  }
  const files = value.map((each, n) => readFile(each, `${field}[${n}]`, known, refusals));
  if (!files.every((file) => file !== undefined)) return undefined;
  const mixed = sharedViolation(files);
  if (mixed === undefined) return files;
  refusals.add(field, mixed);
  return undefined;
}
