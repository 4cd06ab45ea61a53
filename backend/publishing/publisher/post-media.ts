import { Injectable } from '@nestjs/common';
import type { Cover, Media } from '../../ports/networks/network';
import { Storage } from '../../ports/storage/storage';
import { formatOf, mediaTypeOf } from '../formats/lists';
import type { PostRow } from '../posts/post.view';
import { PostFiles } from '../posts/post-files';

type StoredFile = Pick<PostRow, 'file_key' | 'width' | 'height' | 'duration_ms' | 'alt_text'>;

/** Opens the bytes of a post in the form that networks take. */
@Injectable()
export class PostMedia {
  constructor(
    private readonly storage: Storage,
    private readonly files: PostFiles,
  ) {}

  /** @returns undefined when the bytes are gone; `NO_FILE` for a post that has none. */
  async of(post: PostRow): Promise<Media | undefined> {
    const type = mediaTypeOf(post);
    return type === 'none' ? NO_FILE : this.open(post, type);
  }

  /** The files after the first one. @returns undefined when the bytes of one of them are gone. */
  async further(post: PostRow): Promise<Media[] | undefined> {
    if (!formatOf(post).files) return [];
    const all: Media[] = [];
    for (const file of await this.files.further([post.id])) {
      const media = await this.open(file, file.type);
      if (!media) return undefined;
      all.push(media);
    }
    return all;
  }

  /** What the user chose to be shown before a film plays. */
  cover({ cover_at_ms, cover_key }: Pick<PostRow, 'cover_at_ms' | 'cover_key'>): Cover | undefined {
    if (cover_at_ms !== null) return { atMs: cover_at_ms };
    if (cover_key === null) return undefined;
    const picture = { file_key: cover_key, width: 0, height: 0, duration_ms: null, alt_text: null };
    return { picture: () => this.open(picture, 'image') };
  }

  private async open(row: StoredFile, type: Media['type']): Promise<Media | undefined> {
    const { file_key, width, height, duration_ms, alt_text } = row;
    const file = file_key ? await this.storage.stat(file_key) : undefined;
    if (!file) return undefined;
    const { key, sizeBytes } = file;
    // With its end, a reader does not make room for a piece after the last one.
    const open = (offset: number) =>
      this.storage.open(key, { start: offset, end: Math.max(offset, sizeBytes - 1) });
    const altText = alt_text ?? undefined;
    return { type, sizeBytes, durationMs: duration_ms, width, height, altText, key, open };
  }
}

/** For a post whose bytes the network already has. */
export const NO_MEDIA: Media = {
  type: 'video',
  sizeBytes: 0,
  durationMs: null,
  width: 0,
  height: 0,
  open: () => Promise.reject(new Error('the media file is missing')),
};

/** For a post of text, which is found like a photo: by the id of its post. */
const NO_FILE: Media = { ...NO_MEDIA, type: 'image' };
