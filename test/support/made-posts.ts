import type { INestApplicationContext } from '@nestjs/common';
import type { FormatName } from '../../backend/publishing/formats/formats';
import { formatOf, listFor } from '../../backend/publishing/formats/lists';
import { PostCreation, type NewPost } from '../../backend/publishing/posts/post-creation';
import { Quota } from '../../backend/subscriptions/quota';
import { ChosenMedia } from '../../backend/uploads/chosen-media';
import type { MediumRow } from '../../backend/uploads/media-rows';
import { Database } from '../../backend/database/database';
import { signedIn } from './signed-in';

interface Wanted extends Partial<Omit<NewPost, 'network' | 'format' | 'further'>> {
  network: 'facebook' | 'instagram';
  format: FormatName;
  /** Ids of uploads, in order. */
  media?: string[];
  /** Of each medium. */
  altTexts?: (string | null)[];
  /** Id of an upload. */
  cover?: string;
  /** When it goes out; by default when its turn comes. */
  at?: Date;
}

const typeOf = ({ duration_ms }: MediumRow) => (duration_ms === null ? 'image' : 'video');

const fileOf = (medium: MediumRow) => ({
  file_key: medium.file_key,
  width: medium.width ?? 0,
  height: medium.height ?? 0,
  duration_ms: medium.duration_ms,
  fingerprint: medium.fingerprint,
});

/** Makes a post of any format from uploads of the user. @returns its id */
export async function makePost(
  nest: INestApplicationContext,
  userId: number,
  { network, format: name, media = [], altTexts = [], cover, at, ...columns }: Wanted,
): Promise<number> {
  const format = formatOf({ network, format: name });
  const chosen = nest.get(ChosenMedia);
  const read = (ids: string[]) => (ids.length === 0 ? [] : chosen.read(userId, ids));
  const [files, covers] = [await read(media), await read(cover ? [cover] : [])];
  const [first, ...others] = files;
  const now = Date.now();
  const post: NewPost = {
    ...{ user_id: userId, network, format: name, status: 'pending', title: 'Made', size_bytes: 0 },
    kind: listFor(format, first ? typeOf(first) : 'none').kind,
    ...(first ? fileOf(first) : { width: 0, height: 0 }),
    alt_text: altTexts[0] ?? null,
    cover_key: covers[0]?.file_key ?? null,
    further: others.map((medium, n) => ({
      ...fileOf(medium),
      type: typeOf(medium),
      size_bytes: medium.size_bytes,
      alt_text: altTexts[n + 1] ?? null,
    })),
    scheduled_for: at?.getTime(),
    due_at: at?.getTime(),
    ...{ created_at: now, stored_at: now },
    ...columns,
  };
  const used = [...files, ...covers];
  const limits = await nest.get(Quota).limits(userId);
  const also = used.length > 0 ? [chosen.using(used)] : [];
  const caller = await signedIn(nest.get(Database), userId);
  const made = await nest.get(PostCreation).insert(caller, limits, [post], also);
  if (!made?.[0]) throw new Error('the post was not made');
  return made[0];
}
