/**
 * `video_post`: the Page's post of a published video. `story`: the story of a photo, or the published form of a
 * `story_video`. `media`: the published form of an Instagram container.
 */
export type Kind =
  | 'reel'
  | 'video'
  | 'session'
  | 'photo'
  | 'post'
  | 'video_post'
  | 'story_video'
  | 'story'
  | 'container'
  | 'media'
  | 'comment';

/** What an Instagram container becomes. */
export type Product = 'reel' | 'photo' | 'story' | 'carousel' | 'carousel_item';

/** The first fact of every object. Times are ms since 1970. */
export interface Start {
  kind: Kind;
  owner: string;
  at: number;
  /** The video of a session, a video post or, for `media`, the container; of a comment what it is under. */
  target?: string;
  caption?: string;
  mime?: string;
  photos?: string[];
  product?: Product;
  /** The containers that a carousel is made of. */
  items?: string[];
  /** The address that a post of text leads to. */
  link?: string;
  /** The description of a picture for those who cannot see it. */
  altText?: string | undefined;
}

/** The end of an object's creation. Written once. */
export interface Finish {
  at: number;
  /** null for a draft and after a rejection. */
  live_at: number | null;
  title?: string | undefined;
  caption?: string | undefined;
  /** The id of the published form, where it has an id of its own. */
  public_id?: string;
}

export interface Processing {
  at: number;
  ready_at: number;
  rejection?: Rejection;
}

export interface Rejection {
  code: number;
  message: string;
}

/** What a person allowed an app in the login dialog. */
export interface Login {
  at: number;
  appId: string;
  /** The address that the code was sent to. Its exchange must name the same. */
  redirectUri: string;
  userId: string;
  /** The part of the code and of the tokens that cannot be guessed. */
  nonce: string;
  asked: string[];
  declined: string[];
  /** The ids of the Pages that the person ticked. */
  pages: string[];
}

/** `login`, `redeemed`: of a login through the dialog, and of its code. `upload`: the announced file size. `window`: the end of the next chunk. `attached`: the post of a photo. `cover`: the picture shown before a video plays. */
export interface Facts {
  start: Start;
  finish: Finish;
  processing: Processing;
  upload: { file_size: number };
  window: { end: number };
  attached: { post: string };
  cover: { picture: string };
  login: Login;
  redeemed: { at: number };
}

export type Fact = keyof Facts;

/**
 * Keeps the facts of the world. Synchronous, so that every call is atomic within its process; the facts are small.
 * The bytes of media take their own way, see `UploadedFile` and `Transfer`.
 */
export interface Store {
  mintId(now: number): string;
  /** Writes a fact once. @returns false if it exists; it is not changed. */
  keep<F extends Fact>(id: string, fact: F, value: Facts[F]): boolean;
  replace<F extends Fact>(id: string, fact: F, value: Facts[F]): void;
  read<F extends Fact>(id: string, fact: F): Facts[F] | undefined;
  forget(id: string): void;
  /** Gives an object the bytes of another one. */
  copy(from: string, to: string): void;
  /** The number of bytes received, and the time of the last one. */
  received(id: string): { bytes: number; at: number };
  /** The index of objects that are or will be public, see `World.published`. */
  mark(name: string): void;
  unmark(name: string): void;
  marks(): string[];
}
