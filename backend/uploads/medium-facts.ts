import type { MediumFacts } from '../media/fits';
import { FACEBOOK_VIDEO, PHOTO, SHARED_VIDEO, type Container, type ImageFormat } from '../media/rules';
import type { Extension } from '../ports/storage/media-key';
import type { Purpose } from './medium.entity';
import type { MediumRow } from './media-rows';

const EXTENSIONS: Record<ImageFormat, Extension> = { jpeg: 'jpg', png: 'png', gif: 'gif' };

const CONTAINERS: Record<string, Container> = { 'video/mp4': 'mp4', 'video/quicktime': 'mov' };
const FORMATS: Record<string, ImageFormat> = { 'image/jpeg': 'jpeg', 'image/png': 'png', 'image/gif': 'gif' };

/** What an upload for that purpose must be. */
const WANTED: Record<Purpose, string> = {
  post: 'Only MP4, MOV, JPEG, PNG and GIF files are supported',
  library: SHARED_VIDEO.sentences.container,
  cover: 'A cover is a JPEG or PNG picture',
};

/** The facts of a file that was examined and kept. */
export function factsOf({
  type,
  size_bytes: sizeBytes,
  width,
  height,
  duration_ms,
  codec,
}: Pick<MediumRow, 'type' | 'size_bytes' | 'width' | 'height' | 'duration_ms' | 'codec'>): MediumFacts {
  const size = { width: width ?? 0, height: height ?? 0 };
  const format = FORMATS[type ?? ''];
  if (format) return { image: { sizeBytes, format, picture: size } };
  const container = CONTAINERS[type ?? ''] ?? null;
  return { video: { sizeBytes, container, picture: { ...size, durationMs: duration_ms ?? 0, codec } } };
}

export const extensionOf = (facts: MediumFacts): Extension =>
  'image' in facts ? EXTENSIONS[facts.image.format ?? 'jpeg'] : (facts.video.container ?? 'mp4');

/** Why a file is not kept; undefined if it is, even if it fits no format. */
export function refusalFor(purpose: Purpose, facts: MediumFacts, mostVideoBytes: number): string | undefined {
  if ('image' in facts) {
    const { format, sizeBytes, picture } = facts.image;
    if (!format || purpose === 'library' || (purpose === 'cover' && format === 'gif')) return WANTED[purpose];
    if (sizeBytes > PHOTO.maxBytes) return PHOTO.sentences.size;
    return picture ? undefined : PHOTO.sentences.unreadable;
  }
  const { container, sizeBytes, picture } = facts.video;
  if (!container || purpose === 'cover') return WANTED[purpose];
  if (sizeBytes > mostVideoBytes) return `Video must be under ${Math.floor(mostVideoBytes / 1024 ** 2)}MB`;
  if (picture) return undefined;
  return (purpose === 'library' ? SHARED_VIDEO : FACEBOOK_VIDEO).sentences.unreadable;
}
