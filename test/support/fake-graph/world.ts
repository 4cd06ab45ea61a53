import { Ingest } from './ingest';
import type { Answer } from './faults';
import { metaError } from './faults';

export interface PageSpec {
  id: string;
  name: string;
  token: string;
  /** The token of the person who manages the page; one person may manage several pages. */
  userToken?: string;
  userId?: string;
  igId?: string;
  igUsername?: string;
  tasks?: string[];
  /** `null`: Meta does not say. */
  scopes?: string[] | null;
  /** Which objects a permission was granted for, where that is not the page and its Instagram account. */
  grantedFor?: Record<string, string[]>;
  /** Unix seconds; 0: never. */
  expiresAt?: number;
  dataAccessExpiresAt?: number;
  igQuota?: number;
}

export type Identity =
  | { kind: 'page'; page: PageSpec; token: string }
  | { kind: 'user'; userId: string; token: string }
  | { kind: 'app'; token: string };

export interface Processing {
  startedAt: number | null;
  ms: number;
  rejection?: { code: number; message: string };
}

export interface Video {
  kind: 'reel' | 'video';
  id: string;
  page: PageSpec;
  sessionId: string;
  ingest: Ingest;
  end: number;
  processing: Processing;
  state: string | null;
  title: string;
  description: string;
  finishedAt: number | null;
  postId: string;
}

export interface Container {
  id: string;
  page: PageSpec;
  caption: string;
  ingest: Ingest;
  createdAt: number;
  expired: boolean;
  processing: Processing;
  publishedAt: number | null;
  mediaId: string;
}

export interface Photo {
  id: string;
  page: PageSpec;
  sha256: string;
  caption: string;
}

export interface Post {
  id: string;
  page: PageSpec;
  message: string;
  photos: Photo[];
  at: number;
}

const appTokenShape = /^\d+\|.+$/;

/** What the network knows. */
export class World {
  readonly pages = new Map<string, PageSpec>();
  readonly videos = new Map<string, Video>();
  readonly sessions = new Map<string, Video>();
  readonly containers = new Map<string, Container>();
  readonly photos = new Map<string, Photo>();
  readonly posts = new Map<string, Post>();
  #refused = new Map<string, Answer>();
  #exchanged = new Map<string, string>();
  // Past 2^53: whoever reads an id as a number sends back another one.
  #lastId = 90_071_992_547_409_931n;

  nextId(): string {
    this.#lastId += 1009n;
    return this.#lastId.toString();
  }

  addPage(page: PageSpec): void {
    this.pages.set(page.id, page);
  }

  pageOfInstagram(igId: string): PageSpec | undefined {
    return [...this.pages.values()].find((page) => page.igId === igId);
  }

  pagesOf(userId: string): PageSpec[] {
    return [...this.pages.values()].filter(
      (page) => page.userToken !== undefined && userIdOf(page) === userId,
    );
  }

  videoOrReel(id: string): Video | undefined {
    return this.videos.get(id) ?? [...this.videos.values()].find((video) => video.postId === id);
  }

  containerOfMedia(mediaId: string): Container | undefined {
    return [...this.containers.values()].find((one) => one.mediaId === mediaId && one.publishedAt !== null);
  }

  ownerOf(id: string): PageSpec | undefined {
    return (
      this.pages.get(id) ??
      this.pageOfInstagram(id) ??
      (this.videos.get(id) ?? this.containers.get(id) ?? this.photos.get(id) ?? this.posts.get(id))?.page ??
      (this.videoOrReel(id) ?? this.containerOfMedia(id))?.page
    );
  }

  identify(token: string): Identity | undefined {
    const original = this.#exchanged.get(token) ?? token;
    for (const page of this.pages.values()) {
      if (page.token === original) return { kind: 'page', page, token };
      if (page.userToken === original) return { kind: 'user', userId: userIdOf(page), token };
    }
    return appTokenShape.test(token) ? { kind: 'app', token } : undefined;
  }

  isTokenIn(text: string): boolean {
    const tokens = [...this.pages.values()].flatMap((page) => [page.token, page.userToken ?? page.token]);
    return [...tokens, ...this.#exchanged.keys()].some((token) => text.includes(token));
  }

  exchange(token: string): string {
    const longLived = `${this.#exchanged.get(token) ?? token}LONG`;
    this.#exchanged.set(longLived, this.#exchanged.get(token) ?? token);
    return longLived;
  }

  revoke(token: string, subcode: number, message: string): void {
    this.#refused.set(token, metaError(190, subcode, message));
  }

  /** The token as it was handed out, when this is its long-lived form. */
  isLongLived(token: string): boolean {
    return this.#exchanged.has(token);
  }

  restore(token: string): void {
    this.#refused.delete(token);
  }

  refusalOf(token: string): Answer | undefined {
    return this.#refused.get(token) ?? this.#refused.get(this.#exchanged.get(token) ?? '');
  }
}

export function userIdOf(page: PageSpec): string {
  return page.userId ?? `77${page.id}`;
}

export function phaseOf(
  processing: Processing,
  now: number,
): 'not_started' | 'in_progress' | 'complete' | 'error' {
  if (processing.startedAt === null) return 'not_started';
  if (now < processing.startedAt + processing.ms) return 'in_progress';
  return processing.rejection ? 'error' : 'complete';
}
