import { bearer, parse } from '../../../../api';
import { currentSession } from '../../../../session';

/** An upload that the server has begun to take, and what its file was to become. */
export interface UnfinishedUpload {
  file: string;
  /** What is sending it: the list that gets its posts, or the composer. Others begin an upload of their own. */
  sender: string;
  /** Path of the upload on the server. */
  url: string;
  sent: number;
  /** When the last of its bytes arrived. */
  at: number;
  title: string;
  description: string;
  time: string;
  /** The server was asked to make posts of it. */
  asked?: true;
}

/** The server forgets an upload to which no byte came for so long. */
const FORGOTTEN_AFTER_MS = 86_400_000;
const MOST = 20;

interface UnderWay {
  /** That of its sender, which has left it once this is aborted. */
  signal: AbortSignal;
  stop: () => void;
  /** Other tabs may go on with it from here on. */
  release: () => void;
}

/** Uploads that somebody on this page is sending, also while they wait for the connection. */
const underWay = new Map<string, UnderWay>();

const isUnderWay = (url: string) => underWay.get(url)?.signal.aborted === false;

const keyOf = (userId: number) => `pagecast-unfinished-${userId}`;

/** The same file, chosen again, has the same mark. */
const markOf = ({ name, type, size, lastModified }: File) => [name, type, size, lastModified].join('|');

function stored(): UnfinishedUpload[] {
  const { user } = currentSession();
  const found = user && parse(localStorage.getItem(keyOf(user.id)) ?? '[]');
  if (!Array.isArray(found)) return [];
  const since = Date.now() - FORGOTTEN_AFTER_MS;
  return (found as UnfinishedUpload[]).filter((upload) => upload.at > since);
}

function store(uploads: UnfinishedUpload[]): void {
  const { user } = currentSession();
  if (!user) return;
  try {
    if (uploads.length === 0) localStorage.removeItem(keyOf(user.id));
    else localStorage.setItem(keyOf(user.id), JSON.stringify(uploads.slice(-MOST)));
  } catch {
    // A full storage costs only that an upload does not go on after a reload.
  }
}

/** Where this sender's upload of this file stopped; undefined if there is none, or it is under way, here or in another tab. */
export async function unfinishedUploadOf(sender: string, file: File): Promise<UnfinishedUpload | undefined> {
  const mark = markOf(file);
  const isOurs = (upload: UnfinishedUpload) => upload.sender === sender && upload.file === mark;
  if (!stored().some(isOurs)) return undefined;
  const held = await heldUploads();
  return stored().find(
    (upload) => isOurs(upload) && !isUnderWay(upload.url) && !held.has(lockOf(upload.url)),
  );
}

const lockOf = (url: string) => `pagecast ${url}`;

/** Browsers have locks over HTTPS only, and refuse them to some pages; a tab then does not know what another one sends. */
const locks = () => (globalThis.navigator as { locks?: LockManager }).locks;

/** What the tabs of this browser hold. A tab that is closed or crashes holds nothing any more. */
async function heldUploads(): Promise<ReadonlySet<string | undefined>> {
  const found = await locks()
    ?.query()
    .catch(() => undefined);
  return new Set(found?.held?.map(({ name }) => name));
}

function holdUpload(url: string): () => void {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  locks()
    ?.request(lockOf(url), () => released)
    .catch(() => undefined);
  return release;
}

export function rememberUpload(file: File, upload: Omit<UnfinishedUpload, 'file' | 'at' | 'asked'>): void {
  const before = stored().find(({ url }) => url === upload.url);
  const others = stored().filter(({ url }) => url !== upload.url);
  store([...others, { ...before, ...upload, file: markOf(file), at: Date.now() }]);
}

/** Before the server is, since its answer may be lost. */
export function rememberAsked(url: string): void {
  store(stored().map((upload) => (upload.url === url ? { ...upload, asked: true } : upload)));
}

/** Whether the server was asked to make posts of this upload, by this page or one before it. */
export const wasAsked = (url: string): boolean =>
  stored().some((upload) => upload.url === url && upload.asked);

export function forgetUpload(url: string): void {
  store(stored().filter((upload) => upload.url !== url));
}

/** From here to `endUploads`, the upload belongs to the sender with this signal. */
export function beginUpload(url: string, signal: AbortSignal, stop: () => void): void {
  underWay.get(url)?.release();
  underWay.set(url, { signal, stop, release: holdUpload(url) });
}

/** Of the sender with this signal. */
export function endUploads(signal: AbortSignal): void {
  for (const [url, upload] of underWay)
    if (upload.signal === signal) {
      upload.release();
      underWay.delete(url);
    }
}

const DISCARDED_WITHIN_MS = 5_000;

/** Frees what the server keeps of an upload. If that fails, it is freed a day later. */
export async function discardUpload(url: string): Promise<void> {
  forgetUpload(url);
  await fetch(url, {
    method: 'DELETE',
    headers: { ...bearer(), 'Tus-Resumable': '1.0.0' },
    keepalive: true,
    signal: AbortSignal.timeout(DISCARDED_WITHIN_MS),
  }).catch(() => undefined);
}

/** Of the signed-in user, in this browser. The calls are begun before this returns. */
export function discardAllUploads(): Promise<unknown> | undefined {
  const uploads = stored();
  for (const { stop, release } of underWay.values()) {
    stop();
    release();
  }
  underWay.clear();
  return uploads.length > 0 ? Promise.all(uploads.map(({ url }) => discardUpload(url))) : undefined;
}
