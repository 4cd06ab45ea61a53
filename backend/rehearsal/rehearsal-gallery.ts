import { isInstagram, accountName, REHEARSAL_PAGE_ID } from './rehearsal-account';
import { knownAccounts } from './graph-identity';
import type { Kind, Published, RehearsalNetwork } from './rehearsal-network';

export interface GalleryMedia {
  id: string;
  type: 'video' | 'photo';
  url: string;
}

/** A published post, as `/rehearsal/posts.json` gives it. */
export interface GalleryPost {
  /** The id that the network answered; on Instagram the media's. */
  id: string;
  kind: 'reel' | 'video' | 'photos' | 'text' | 'instagram_reel';
  page_id: string;
  page_name: string;
  title: string | null;
  caption: string | null;
  /** ISO 8601, UTC. */
  published_at: string;
  media: GalleryMedia[];
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

/** What a visitor of the rehearsal page may see: all that is public, and nothing else. */
export class RehearsalGallery {
  constructor(readonly network: RehearsalNetwork) {}

  async list(limit: number): Promise<GalleryPost[]> {
    return (await this.network.published({ limit })).map(galleryPost);
  }

  async accounts(): Promise<Account[]> {
    return (await knownAccounts(this)).slice(0, ACCOUNTS_AT_MOST).map((id) => ({
      id,
      name: accountName(id),
      network: isInstagram(id) ? 'Instagram' : 'Facebook',
    }));
  }

  /** @returns one that is known; the default page for any other id */
  async choose(id: string | undefined): Promise<{ accounts: Account[]; chosen: string }> {
    const accounts = await this.accounts();
    return { accounts, chosen: accounts.find((account) => account.id === id)?.id ?? REHEARSAL_PAGE_ID };
  }

  /** @returns undefined also for what exists and is not public */
  async media(id: string): Promise<MediaFile | undefined> {
    const { network } = this;
    const start = await network.started(id);
    if (!start) return undefined;
    const shownBy = start.kind === 'photo' ? await this.postOf(id) : id;
    if (shownBy === undefined || !(await network.isLive(shownBy))) return undefined;
    const { bytes } = await network.store.received(id);
    if (bytes === 0) return undefined;
    return { path: network.store.bytesPath(id), bytes, mime: start.mime ?? 'video/mp4' };
  }

  private async postOf(photo: string): Promise<string | undefined> {
    return ((await this.network.store.read(photo, 'attached')) as { post: string } | undefined)?.post;
  }
}

function galleryPost({ id, start, finish }: Published): GalleryPost {
  return {
    id: finish.media_id ?? id,
    kind: kindOf(start.kind, start.photos),
    page_id: start.owner,
    page_name: accountName(start.owner),
    title: finish.title ?? null,
    caption: finish.caption ?? null,
    published_at: new Date(finish.live_at).toISOString(),
    media: (start.photos ?? [id]).map((media) => ({
      id: media,
      type: start.kind === 'post' ? 'photo' : 'video',
      url: `/rehearsal/media/${media}`,
    })),
  };
}

function kindOf(kind: Kind, photos: string[] = []): GalleryPost['kind'] {
  if (kind === 'post') return photos.length > 0 ? 'photos' : 'text';
  if (kind === 'container') return 'instagram_reel';
  return kind === 'reel' ? 'reel' : 'video';
}
