import { randomFillSync } from 'node:crypto';
import { readFile, rm, stat } from 'node:fs/promises';
import { request, Agent } from 'node:http';
import { join } from 'node:path';
import { once } from 'node:events';
import { fixture, paddedVideo } from '../../test/support/media';
import { scratchDir } from './product';

const BOUNDARY = '----WebKitFormBoundary7MA4YWxkTrZu0gW';
const PIECE_BYTES = 1024 * 1024;
const BOX_HEADER_BYTES = 8;

// A connection of its own for each: one kept would be closed by the server while others have their turn.
const agent = new Agent();

/** A multipart body with one valid video, in memory and in pieces, so that sending it costs next to nothing. */
export interface VideoBody {
  pieces: Buffer[];
  length: number;
  fileBytes: number;
}

export const CONTENT_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

export async function videoBody(fileBytes: number): Promise<VideoBody> {
  const dir = await scratchDir('video');
  try {
    const file = await readFile(await paddedVideo(join(dir, 'video.mp4'), fileBytes));
    // Zeros would please parsers and disks more than a film does.
    randomFillSync(file, (await stat(fixture('portrait.mp4'))).size + BOX_HEADER_BYTES);
    return bodyOf(file);
  } finally {
    await rm(dir, { recursive: true });
  }
}

export function bodyOf(file: Buffer): VideoBody {
  const head = Buffer.from(
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="videos[]"; filename="bench.mp4"\r\n` +
      'Content-Type: video/mp4\r\n\r\n',
  );
  const tail = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);
  const pieces: Buffer[] = [head];
  for (let at = 0; at < file.length; at += PIECE_BYTES) pieces.push(file.subarray(at, at + PIECE_BYTES));
  pieces.push(tail);
  return { pieces, length: head.length + file.length + tail.length, fileBytes: file.length };
}

/** @returns the answer's body; throws for anything but 201. */
export function send(url: string, { pieces, length }: VideoBody, token = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const upload = request(url, {
      agent,
      method: 'POST',
      headers: {
        'content-type': CONTENT_TYPE,
        'content-length': length,
        ...(token && { authorization: `Bearer ${token}` }),
      },
    });
    upload.once('error', reject);
    upload.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        if (response.statusCode === 201) resolve(text);
        else reject(new Error(`an upload was answered with ${response.statusCode ?? 0}: ${text}`));
      });
    });
    void (async () => {
      for (const piece of pieces) if (!upload.write(piece)) await once(upload, 'drain');
      upload.end();
    })().catch(reject);
  });
}
