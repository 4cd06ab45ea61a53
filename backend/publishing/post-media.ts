import { Injectable } from '@nestjs/common';
import type { Media } from '../ports/networks/network';
import { Storage } from '../ports/storage/storage';
import { formatOf } from './formats/lists';
import type { PostRow } from './post.view';

/** Opens the bytes of a post in the form that networks take. */
@Injectable()
export class PostMedia {
  constructor(private readonly storage: Storage) {}

  /** @returns undefined when the bytes are gone. */
  async of(post: PostRow): Promise<Media | undefined> {
    const { file_key, width, height, duration_ms } = post;
    const file = file_key ? await this.storage.stat(file_key) : undefined;
    if (!file) return undefined;
    const open = (offset: number) => this.storage.open(file.key, { start: offset });
    const type = formatOf(post).media;
    return { type, sizeBytes: file.sizeBytes, durationMs: duration_ms, width, height, open };
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
