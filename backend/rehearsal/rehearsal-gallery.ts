import { isInstagram, accountName, REHEARSAL_PAGE_ID } from './rehearsal-account';
import type { Start } from '../meta-world/store';
import { STORY_MS } from '../meta-world/stories';
import type { Published, World } from '../meta-world/world';
import type { RehearsalNetwork } from './rehearsal-network';

export interface GalleryMedia {
  id: string;
  type: 'video' | 'photo';
  url: string;
  /** The picture before a video plays. */
  cover?: string;
  alt?: string;
}

/** A published post in `/rehearsal/posts.json`. */
export interface GalleryPost {
  /** The id that the network answered; on Instagram, of the media. */
  id: string;
  kind:
    | 'reel'
    | 'video'
    | 'photos'
    | 'text'
    | 'story'
    | 'instagram_reel'
    | 'instagram_photo'
    | 'instagram_carousel'
    | 'instagram_story';
  page_id: string;
  page_name: string;
  title: string | null;
  caption: string | null;
  /** ISO 8601, UTC. */
  published_at: string;
  media: GalleryMedia[];
  /** What the account itself said under it. */
  comments: string[];
}

export interface Account {
  id: string;
  name: string;
  network: 'Facebook' | 'Instagram';
}

export interface MediaFile {
  path: string;
  bytes: number;
  mime: string;
}

const ACCOUNTS_AT_MOST = 200;

/** Everything public, for the rehearsal page. */
export class RehearsalGallery {
  constructor(readonly network: RehearsalNetwork) {}

  list(limit: number): GalleryPost[] {
    const { world } = this.network;
    const isOver = ({ start, finish }: Published) =>
      kindOf(start).endsWith('story') && finish.live_at <= world.now() - STORY_MS;
    const comments = world.published({ kinds: ['comment'], limit: Infinity }).reverse();
    return world
      .published({ limit })
      .filter((post) => !isOver(post))
      .map((post) => {
        const shown = galleryPost(post, world);
        const own = comments.filter(({ start }) => start.target === shown.id);
        return { ...shown, comments: own.flatMap(({ finish }) => finish.caption ?? []) };
      });
  }

  accounts(): Account[] {
    return this.network.accounts
      .known()
      .slice(0, ACCOUNTS_AT_MOST)
      .map((id) => ({
        id,
        name: accountName(id),
        network: isInstagram(id) ? 'Instagram' : 'Facebook',
      }));
  }

  /** @returns the default Page for an unknown id. */
  choose(id: string | undefined): { accounts: Account[]; chosen: string } {
    const accounts = this.accounts();
    return { accounts, chosen: accounts.find((account) => account.id === id)?.id ?? REHEARSAL_PAGE_ID };
  }

  /** @returns undefined also for media that is not public. */
  media(id: string): MediaFile | undefined {
    const { world, store } = this.network;
    const start = world.started(id);
    if (!start) return undefined;
    const isPart = start.kind === 'photo' || start.product === 'carousel_item';
    const shownBy = isPart ? (start.target ?? store.read(id, 'attached')?.post) : id;
    if (shownBy === undefined || !world.isLive(shownBy)) return undefined;
    const { bytes } = store.received(id);
    if (bytes === 0) return undefined;
    return { path: store.bytesPath(id), bytes, mime: start.mime ?? 'video/mp4' };
  }
}

function galleryPost({ id, start, finish }: Published, world: World): Omit<GalleryPost, 'comments'> {
  return {
    id: (start.kind === 'container' && finish.public_id) || id,
    kind: kindOf(start),
    page_id: start.owner,
    page_name: accountName(start.owner),
    title: finish.title ?? null,
    caption: finish.caption ?? null,
    published_at: new Date(finish.live_at).toISOString(),
    media: (start.items ?? start.photos ?? [id]).map((media) => {
      const { mime, altText: alt } = world.started(media) ?? {};
      const cover = world.store.read(media, 'cover')?.picture;
      return {
        id: media,
        type: mime?.startsWith('image/') ? 'photo' : 'video',
        url: addressOf(media),
        ...(cover && { cover: addressOf(cover) }),
        ...(alt && { alt }),
      };
    }),
  };
}

const addressOf = (media: string) => `/rehearsal/media/${media}`;

function kindOf({ kind, photos = [], product = 'reel' }: Start): GalleryPost['kind'] {
  if (kind === 'post') return photos.length > 0 ? 'photos' : 'text';
  if (kind === 'story' || kind === 'story_video') return 'story';
  if (kind === 'container') return product === 'carousel_item' ? 'instagram_photo' : `instagram_${product}`;
  return kind === 'reel' ? 'reel' : 'video';
}
