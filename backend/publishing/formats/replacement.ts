import { rulesOf } from '../../media/fits';
import type { ImageRules, VideoRules } from '../../media/rules';
import type { FormatName, PostFormat } from './formats';
import { formatIn, formatOf, formatOfLength, mediaTypeOf } from './lists';

/** A post of one file. */
interface Replaced {
  network: PostFormat['network'];
  format: FormatName;
  group_id: number | null;
  duration_ms: number | null;
}

/** Its format was chosen. It is in a group, if only by itself; what was uploaded to a list is in none. */
const wasComposed = ({ group_id }: Replaced): boolean => group_id !== null;

/** The rules for another file of a post: those by which its first one was taken. */
export function rulesOfReplacement(post: Replaced, maxVideoBytes: number): VideoRules | ImageRules {
  const type = mediaTypeOf(post) === 'image' ? 'image' : 'video';
  const { rules, picture } = uploadedAs(post);
  const ofList = picture && type === 'image' ? picture.rules : rules;
  return (wasComposed(post) ? rulesOf(post, type, maxVideoBytes) : undefined) ?? ofList;
}

/** What a post becomes with a file of this length. */
export const formatOfReplacement = (post: Replaced, durationMs: number | null): FormatName =>
  wasComposed(post) ? post.format : formatOfLength(uploadedAs(post), durationMs).name;

/** The format in which its file was uploaded: that of its list, where its length decided. */
function uploadedAs(post: Replaced): PostFormat {
  const format = formatOf(post);
  const ofList = formatIn(format.list);
  return ofList.shorter?.format === format.name ? ofList : format;
}
