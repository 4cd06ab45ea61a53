import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FetchedPicture } from '../meta-world/call';
import type { RehearsalStore } from './rehearsal-store';

const TIMEOUT_MS = 30_000;

/** The product: its public address, and where it really listens. Nothing else is fetched from. */
export interface Site {
  origin: string;
  at: string;
}

/** Fetches a picture of the product to a file. @returns undefined when it cannot be fetched. */
export async function fetchPicture(
  address: string,
  site: Site | undefined,
  store: RehearsalStore,
): Promise<(FetchedPicture & { end: () => Promise<void> }) | undefined> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!site || url?.origin !== site.origin) return undefined;
  const path = store.partPath();
  const end = () => rm(path, { force: true });
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await fetch(site.at + url.pathname + url.search, { redirect: 'manual', signal });
    const isJpeg = answer.headers.get('content-type') === 'image/jpeg';
    if (answer.status !== 200 || !answer.body) return undefined;
    const file = createWriteStream(path);
    await pipeline(Readable.fromWeb(answer.body), file);
    return { bytes: file.bytesWritten, isJpeg, addTo: (id) => store.add(id, path), end };
  } catch {
    await end();
    return undefined;
  }
}
