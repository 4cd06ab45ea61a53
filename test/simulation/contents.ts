import { createHash } from 'node:crypto';
import type { PostFormat } from '../../backend/publishing/formats/formats';
import { Draws } from './draws';
import type { Words } from './knowledge';
import type { Kind } from './plan';
import type { SimulatedUpload } from './services';

interface Wanted {
  /** The step that uploads it. */
  id: number;
  kind: Kind;
  bytes: number;
  long: boolean;
}

/** A file that no other step uploads. */
export function fileOf(
  seed: number,
  { id, kind, bytes: length, long }: Wanted,
): Omit<SimulatedUpload, 'fields'> {
  const bytes = new Draws('bytes', seed, id).bytes(length);
  if (kind === 'photo') bytes.set([0xff, 0xd8, 0xff]);
  const extension = kind === 'photo' ? 'jpg' : 'mp4';
  const durationMs = kind === 'photo' ? null : long ? 120_000 : 20_000;
  return { bytes, picture: { width: 720, height: 1280, durationMs, extension, fingerprint: sha256(bytes) } };
}

export const wordsOf = (title: string, described: boolean): Words => ({
  title,
  description: described ? `${title}, in words` : null,
});

/** What is public of it: the hash of each of its files. */
export const contentOf = ({ name }: Pick<PostFormat, 'name'>, bytes: Buffer): string =>
  name === 'carousel' ? [bytes, bytes].map(sha256).join() : sha256(bytes);

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
