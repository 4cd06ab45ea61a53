import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { imageSize } from 'image-size';
import { invalid } from '../../common/errors';
import { Ffprobe } from '../../media/ffprobe';
import { inspectVideo } from '../../media/inspect';
import { inspectImage } from '../../media/inspect-image';
import {
  receiveUpload,
  type ExpectedFiles,
  type ReceivedFile,
  type ReceivedUpload,
} from '../../media/receive-upload';
import {
  imageViolation,
  videoViolation,
  type ImageFormat,
  type ImageRules,
  type VideoFacts,
  type VideoRules,
} from '../../media/rules';
import { newKey, type Extension } from './media-key';
import { Storage } from './storage';

const MOST_POSTER_PIXELS = 2048;

const EXTENSIONS: Record<ImageFormat, Extension> = { jpeg: 'jpg', png: 'png', gif: 'gif' };

/** What is kept of a file besides its bytes; pixels as displayed. */
export interface Picture {
  width: number;
  height: number;
  durationMs: number | null;
  extension: Extension;
}

/** From a received file to a stored one: what it really is, and where it lies from now on. */
@Injectable()
export class MediaIntake {
  constructor(
    private readonly storage: Storage,
    private readonly ffprobe: Ffprobe,
  ) {}

  /** @throws DomainError 408, 413, 415, 422; nothing is kept then. */
  receive(request: FastifyRequest, expected: ExpectedFiles): Promise<ReceivedUpload> {
    return receiveUpload(request, expected, {
      dir: this.storage.incomingDir,
      describe: (path) => this.ffprobe.describe(path),
    });
  }

  /** @throws DomainError 422 in the words of the first rule that the file breaks */
  async examine(rules: VideoRules | ImageRules, file: ReceivedFile): Promise<Picture> {
    const { path, name, sizeBytes } = file;
    const refuseIf = (violation: string | undefined) => {
      if (violation !== undefined) throw invalid({ [name]: [violation] }, `${name}: ${violation}`);
    };
    if ('formats' in rules) {
      const facts = await inspectImage(path, sizeBytes);
      refuseIf(imageViolation(rules, facts));
      const picture = facts.picture as { width: number; height: number };
      return { ...picture, durationMs: null, extension: EXTENSIONS[facts.format as ImageFormat] };
    }
    const facts = await inspectVideo(file, this.ffprobe);
    refuseIf(videoViolation(rules, facts));
    return {
      ...(facts.picture as NonNullable<VideoFacts['picture']>),
      extension: facts.container as 'mp4' | 'mov',
    };
  }

  /** Durable when it resolves. `kept` learns the key before anything is there, so that a failure can be undone. */
  async keep({ path, synced }: ReceivedFile, { extension }: Picture, kept: string[]): Promise<string> {
    const [key] = await Promise.all([this.put(path, extension, kept), synced]);
    return key;
  }

  /** A small JPEG from the browser; anything else is left out, since it was never required. */
  async keepPoster(poster: Buffer | undefined, kept: string[]): Promise<string | null> {
    if (!poster || !isSmallJpeg(poster)) return null;
    const path = join(this.storage.incomingDir, randomUUID());
    await writeFile(path, poster, { mode: 0o600 });
    return this.put(path, 'jpg', kept);
  }

  async undo(kept: string[]): Promise<void> {
    await Promise.all(kept.map((key) => this.storage.delete(key)));
  }

  private async put(path: string, extension: Extension, kept: string[]): Promise<string> {
    const key = newKey(extension);
    kept.push(key);
    await this.storage.put(path, key);
    return key;
  }
}

/** The given title, else the file's name without its ending; at most 255 characters. */
export function titleOf(given: string | undefined, fileName: string): string {
  const title = given?.replace(/\p{Cc}+/gu, ' ').trim() ?? '';
  return (title || fileName.replace(/\.[^.]{1,5}$/, '') || 'Untitled').slice(0, 255);
}

function isSmallJpeg(bytes: Buffer): boolean {
  try {
    const { type, width, height } = imageSize(bytes);
    return type === 'jpg' && width <= MOST_POSTER_PIXELS && height <= MOST_POSTER_PIXELS;
  } catch {
    return false;
  }
}
