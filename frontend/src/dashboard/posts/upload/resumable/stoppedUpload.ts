import { nameWithoutExtension } from '../../../../format';
import type { UploadChange } from '../upload';
import { discardUpload, unfinishedUploadOf } from './unfinishedUploads';

const LARGE_BYTES = 1024 ** 2;

/** Larger files go in pieces. */
export const isLarge = ({ size }: File) => size > LARGE_BYTES;

/** What the user had entered for a file whose upload stopped half-way. */
export async function stoppedUploadOf(resource: string, file: File): Promise<UploadChange | undefined> {
  const stopped = isLarge(file) ? await unfinishedUploadOf(resource, file) : undefined;
  return (
    stopped && {
      title: stopped.title || nameWithoutExtension(file.name),
      description: stopped.description,
      time: stopped.time.slice(0, 16).replace(' ', 'T'),
    }
  );
}

export async function discardUploadOf(resource: string, file: File): Promise<void> {
  const stopped = isLarge(file) ? await unfinishedUploadOf(resource, file) : undefined;
  if (stopped) await discardUpload(stopped.url);
}
