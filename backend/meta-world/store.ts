/** `video_post`: the post of the page that a video becomes. `media`: what an Instagram container becomes. */
export type Kind = 'reel' | 'video' | 'session' | 'photo' | 'post' | 'video_post' | 'container' | 'media';

/** The first fact of every object. Instants are ms since 1970. */
export interface Start {
  kind: Kind;
  owner: string;
  at: number;
  /** What a session uploads, what a story or a media was published from. */
  target?: string;
  caption?: string;
  mime?: string;
  photos?: string[];
}

/** The fact that ends the making of an object; there is only ever one. */
export interface Finish {
  at: number;
  /** null: a draft, or rejected. */
  live_at: number | null;
  title?: string | undefined;
  caption?: string | undefined;
  /** The id under which the public finds it, where that is another one. */
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

/** `upload`: the size agreed on. `window`: where the chunk that is asked for ends. `attached`: a photo's post. */
export interface Facts {
  start: Start;
  finish: Finish;
  processing: Processing;
  upload: { file_size: number };
  window: { end: number };
  attached: { post: string };
}

export type Fact = keyof Facts;

/**
 * Where the world is kept. Synchronous, so that a call takes effect as a whole; what is read and written here is small.
 * Bytes of media come and go beside it.
 */
export interface Store {
  mintId(now: number): string;
  /** Once. @returns false when that fact stands already; what stands is kept. */
  keep<F extends Fact>(id: string, fact: F, value: Facts[F]): boolean;
  replace<F extends Fact>(id: string, fact: F, value: Facts[F]): void;
  read<F extends Fact>(id: string, fact: F): Facts[F] | undefined;
  forget(id: string): void;
  /** How many bytes have come, and when the last of them did. */
  received(id: string): { bytes: number; at: number };
  /** An index of what is or will be public; see `World.published`. */
  mark(name: string): void;
  unmark(name: string): void;
  marks(): string[];
}
