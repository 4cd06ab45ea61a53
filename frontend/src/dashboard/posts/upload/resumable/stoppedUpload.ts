import { nameWithoutExtension } from '../../../../format';
import type { UploadChange } from '../upload';
import { discardUpload, unfinishedUploadOf } from './unfinishedUploads';

const LARGE_BYTES = 1024 ** 2;

/** Larger files go in pieces. */
export const isLarge = ({ size }: File) => size > LARGE_BYTES;

/** What the user had entered for a file whose upload stopped half-way. */
export function stoppedUploadOf(resource: string, file: File): UploadChange | undefined {
  const stopped = isLarge(file) ? unfinishedUploadOf(resource, file) : undefined;
  return (
    stopped && {
      title: stopped.title || nameWithoutExtension(file.name),
      description: stopped.description,
      time: stopped.time.slice(0, 16).replace(' ', 'T'),
    }
  );
}

export function discardUploadOf(resource: string, file: File): void {
  const stopped = isLarge(file) ? unfinishedUploadOf(resource, file) : undefined;
  if (stopped) void discardUpload(stopped.url);
}
