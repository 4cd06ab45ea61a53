import type { Picture } from '../../ports/storage/media-intake';
import type { PostFormat } from '../formats/formats';
import { formatOfLength } from '../formats/lists';
import type { NewPost } from '../posts/post-creation';

/** What a new post is made of, besides its format. */
interface FileOfPost {
  userId: number;
  accountId: number | undefined;
  title: string;
  description: string | null;
  fileKey: string;
  posterKey: string | null;
  sizeBytes: number;
  picture: Omit<Picture, 'extension' | 'fingerprint'> & { fingerprint: string | null };
  time: number | null;
  begunAt: number;
  now: number;
}

/** The row of a pending post. */
export const postOfFile = (format: PostFormat, file: FileOfPost): NewPost => ({
  user_id: file.userId,
  account_id: file.accountId,
  kind: format.list.kind,
  network: format.network,
  format: formatOfLength(format, file.picture.durationMs).name,
  title: file.title,
  description: file.description,
  status: 'pending',
  scheduled_for: file.time,
  // A time in the begun minute means now.
  due_at: file.time === null ? null : Math.max(file.time, file.now),
  locked_by: null,
  remote_session: null,
  file_key: file.fileKey,
  poster_key: file.posterKey,
  size_bytes: file.sizeBytes,
  width: file.picture.width,
  height: file.picture.height,
  duration_ms: file.picture.durationMs,
  fingerprint: file.picture.fingerprint,
  upload_error: null,
  posted_text: null,
  remote_id: null,
  permalink: null,
  published_at: null,
  created_at: file.begunAt,
  stored_at: file.now,
});
