import { createHash } from 'node:crypto';
import type { PostFormat } from '../../backend/publishing/formats/formats';
import { Draws } from './draws';
import type { Words } from './knowledge';
import type { Composition, Kind, Step } from './plan';
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

/** Files that no other step uploads. */
export function filesOf(
  seed: number,
  id: number,
  { of, files, bytes: length, long }: Pick<Composition, 'of' | 'files' | 'bytes' | 'long'>,
): Pick<SimulatedUpload, 'bytes' | 'picture'>[] {
  if (of === 'film') return [fileOf(seed, { id, kind: 'video', bytes: length, long })];
  return Array.from({ length: files }, (_, n) =>
    pictureOf(new Draws('bytes', seed, id, n).bytes(length + n)),
  );
}

/** The cover that a step uploads. */
export const coverFile = (seed: number, id: number) => pictureOf(new Draws('covers', seed, id).bytes(90));

function pictureOf(bytes: Buffer): Pick<SimulatedUpload, 'bytes' | 'picture'> {
  bytes.set([0xff, 0xd8, 0xff]);
  const picture = { width: 720, height: 900, durationMs: null, extension: 'jpg' as const };
  return { bytes, picture: { ...picture, fingerprint: sha256(bytes) } };
}

export const commentOf = ({ id }: Pick<Step, 'id'>): string => `Comment ${id}`;

/** Every other one leads to a video, which Meta shows in its own way. */
export const linkOf = ({ id }: Pick<Step, 'id'>): string =>
  id % 2 ? `https://youtu.be/${id}` : `https://example.com/${id}`;

export const wordsOf = (title: string, described: boolean): Words => ({
  title,
  description: described ? `${title}, in words` : null,
});

/** What is public of it: the hash of each of its files. */
export const contentOf = ({ name }: Pick<PostFormat, 'name'>, bytes: Buffer): string =>
  name === 'carousel' ? [bytes, bytes].map(sha256).join() : sha256(bytes);

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
