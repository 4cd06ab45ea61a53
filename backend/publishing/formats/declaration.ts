/**
 * Declares what a post can become, as plain data. The browser imports the same list, so nothing here may need Nest or
 * Node.
 */
import type { ImageRules, VideoRules } from '../../media/rules';

/** A list of posts with its API calls and its screen. Formats that share a list refer to the same object. */
export interface ListDeclaration {
  /** The name in rows and in the API; at most 16 characters. */
  kind: string;
  /** Path of the list's calls, below /api. */
  path: string;
  /** Topic of the list's changes, in /events; at most 32 characters. */
  topic: string;
  /** Name of the files in an upload, and of the posts in its answer. */
  collection: string;
  /** The user's setting for the interval between posts without a time. */
  frequency: 'upload_frequency' | 'photo_upload_frequency';
  /** The kind in whose stream its posts wait for their turn; absent: a stream of its own. */
  stream?: string;
  /** Its posts are only in the list of all posts and in the calendar: it has no calls and no screen of its own. */
  unlisted?: true;
  /** Whether the shared library offers videos for this list. */
  library: boolean;
  nouns: { one: string; many: string };
  /** Name of one of its posts next to posts of other lists. */
  name: string;
  title: string;
  lead: string;
  /** Text of the empty list. */
  empty: { text: string; next: string };
  icon: 'camera' | 'play' | 'picture';
  /** Mark in the calendar. Contrast 3:1 against the surface, in both themes. */
  colour: { light: string; dark: string };
}

export interface FormatDeclaration {
  network: 'facebook' | 'instagram';
  /** Unique among the formats of its network; at most 16 characters. */
  name: string;
  media: 'video' | 'image' | 'none';
  rules: VideoRules | ImageRules;
  list: ListDeclaration;
  /** How many files a post has; absent: one, or none if `media` is `none`. */
  files?: { from: number; to: number };
  /** A format of films that takes a picture as well: its rules, and the list of a post that is made of one. */
  picture?: { rules: ImageRules; list: ListDeclaration };
  /** It appears for a day: it has neither text nor first comment, and waits for no turn. */
  fleeting?: true;
  /** Most posts that the network publishes in 24 hours; absent when it names no limit. */
  mostADay?: number;
  /** What is uploaded to its list becomes the other format if it is no longer than this. */
  shorter?: { upToMs: number; format: string };
}
