import type { ImageRules, VideoRules } from '../media/rules';
import type { NetworkName } from '../ports/networks/network';
import type { Topic } from '../users/feeds';

export type PostKind = 'video' | 'instagram_video' | 'photo';

/** Where those who watch posts of this kind are told of a change. */
export const topicOf = (kind: PostKind) => `${kind}s` satisfies Topic;

/** All that differs between Facebook videos, Instagram videos and photos, as far as this side of the network goes. */
export interface Channel {
  kind: PostKind;
  network: NetworkName;
  /** `Video`, as a sentence names it. */
  noun: string;
  /** Name of the files in an upload, and of the items in its answer. */
  collection: 'videos' | 'photos';
  rules: VideoRules | ImageRules;
}
