/**
 * What a post can become, as plain data: the browser imports the same list, so nothing here may need Nest or Node.
 */
import type { ImageRules, VideoRules } from '../../media/rules';

/** A list of posts with its calls and its screen. Formats that share one name the same object. */
export interface ListDeclaration {
  /** As rows and the API name it; at most 16 characters. */
  kind: string;
  /** Of its calls, below /api. */
  path: string;
  /** Of its changes, in /events. */
  topic: string;
  /** Name of the files in an upload, and of the items in its answer. */
  collection: string;
  /** The field of the user's that says how far apart posts without a time are. */
  frequency: 'upload_frequency' | 'photo_upload_frequency';
  /** Whether the shared library has something for it. */
  library: boolean;
  nouns: { one: string; many: string };
  /** One of its posts, where those of other lists stand beside it. */
  name: string;
  title: string;
  lead: string;
  /** What is said while nothing is in it. */
  empty: { text: string; next: string };
  icon: 'camera' | 'play' | 'picture';
  /** Its mark in the calendar: 3:1 on the surface of either look. */
  colour: { light: string; dark: string };
}

export interface FormatDeclaration {
  network: 'facebook' | 'instagram';
  /** Unique among the formats of its network; at most 16 characters. */
  name: string;
  media: 'video' | 'image';
  rules: VideoRules | ImageRules;
  list: ListDeclaration;
  /** How many of them the network publishes in 24 hours; absent: it names no limit. */
  mostADay?: number;
}
