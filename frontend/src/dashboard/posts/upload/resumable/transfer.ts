import { DetailedError, Upload } from 'tus-js-client';
import { ApiError, apiError, bearer } from '../../../../api';
import { answered, onReach, unanswered, whenReached } from '../../../../serverReachability';
import { CANCELLED, type FileToSend, type Sending } from '../sendFile';
import {
  beginUpload,
  discardUpload,
  forgetUpload,
  rememberUpload,
  unfinishedUploadOf,
} from './unfinishedUploads';
import { TEXTS } from '../texts';
import { stopped, unlessStopped } from './unlessStopped';
import { breakOf, verdictOn, type Break } from './verdict';

const UPLOADS = '/api/uploads';
const PIECE_BYTES = 8 * 1024 ** 2;
/** Longer than the server needs to look at a complete file. */
const SILENT_MS = 60_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 10_000;
/** Without a byte more, where the server answers with an error. */
const MOST_TRIES = 6;

/**
 * Sends the bytes, across losses of the connection. The caller ends the upload, also where this throws.
 * @param sender goes on only where it has stopped itself
 * @returns the path of the complete upload
 * @throws ApiError; DOMException when it is stopped
 */
export async function transfer(sender: string, toSend: FileToSend, sending: Sending): Promise<string> {
  const { signal } = sending;
  let url = (await unfinishedUploadOf(sender, toSend.file))?.url;
  let tries = 0;
  let isAnew = false;
  for (;;) {
    const stretch: Stretch = new Stretch(sender, toSend, sending, url);
    const end = await stretch.run();
    url = stretch.url;
    if (end === 'complete') return url ?? '';
    tries = stretch.sentMore ? 1 : tries + 1;
    const verdict = verdictOn(end);
    const isFinal = { wait: false, again: tries > MOST_TRIES, anew: isAnew, refused: true }[verdict];
    if (isFinal) throw apiError(end.status, end.body);
    if (verdict === 'anew') {
      if (url !== undefined) forgetUpload(url);
      url = undefined;
      isAnew = true;
      continue;
    }
    await refuseUnreadable(toSend.file);
    sending.onWay('lost');
    const reached = verdict === 'wait' ? unanswered().then(whenReached) : Promise.resolve();
    const wait = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tries - 1));
    await unlessStopped(
      signal,
      reached.then(() => pause(wait)),
    ).catch((error: unknown) => {
      if (url !== undefined && signal.reason === CANCELLED) void discardUpload(url);
      throw error;
    });
  }
}

/** From where the server is with a file, to the end of it or to where that breaks off. */
class Stretch {
  sentMore = false;
  private firstSent: number | undefined;
  private readonly upload: Upload;
  private silence: ReturnType<typeof setTimeout> | undefined;
  private resolve!: (end: Break | 'complete') => void;
  private reject!: (reason: Error) => void;

  /** @param url where the server has the beginning of the file; undefined: it has nothing of it. */
  constructor(
    private readonly sender: string,
    private readonly toSend: FileToSend,
    private readonly sending: Sending,
    public url: string | undefined,
  ) {
    this.upload = new Upload(toSend.file, {
      // Without an endpoint, the library does not begin anew when the server answers with an error.
      ...(url === undefined ? { endpoint: UPLOADS } : { uploadUrl: url }),
      chunkSize: PIECE_BYTES,
      metadata: { filename: toSend.file.name, purpose: toSend.purpose ?? 'post' },
      headers: { ...bearer(), Accept: 'application/json' },
      retryDelays: null,
      storeFingerprintForResuming: false,
      onUploadUrlAvailable: () => {
        this.begun();
      },
      onProgress: (sent, total) => {
        this.progressed(sent, total);
      },
      onChunkComplete: (_bytes, sent) => {
        this.remember(sent);
      },
      onSuccess: () => {
        this.resolve('complete');
      },
      onError: (error) => {
        if (error instanceof DetailedError) this.resolve(breakOf(error));
        else this.reject(error);
      },
    });
  }

  async run(): Promise<Break | 'complete'> {
    const { signal } = this.sending;
    if (this.url !== undefined) this.claim(this.url);
    const leave = onReach((reach) => {
      if (reach !== 'ok') this.lost();
    });
    const stop = () => {
      this.stop();
    };
    signal.addEventListener('abort', stop);
    try {
      return await new Promise((resolve, reject) => {
        this.resolve = resolve;
        this.reject = reject;
        if (signal.aborted) stop();
        else {
          this.heard();
          this.upload.start();
        }
      });
    } finally {
      clearTimeout(this.silence);
      leave();
      signal.removeEventListener('abort', stop);
    }
  }

  private claim(url: string): void {
    beginUpload(url, this.sending.signal, () => void this.upload.abort());
  }

  private begun(): void {
    const isNew = this.url === undefined;
    this.url = new URL(this.upload.url ?? '', location.origin).pathname;
    answered();
    if (this.sending.signal.aborted) {
      // It was stopped while the server began it.
      void this.upload.abort();
      if (this.sending.signal.reason === CANCELLED) void discardUpload(this.url);
      return;
    }
    if (isNew) {
      this.claim(this.url);
      this.remember(0);
    }
    this.sending.onBegun();
    this.heard();
  }

  private progressed(sent: number, total: number): void {
    this.heard();
    if (this.firstSent === undefined) {
      this.firstSent = sent;
      this.sending.onWay(sent > 0 ? Math.floor((sent / total) * 100) : null);
    }
    if (sent > this.firstSent) this.sentMore = true;
    this.sending.onProgress(sent, total);
  }

  private remember(sent: number): void {
    const { sender, url } = this;
    const { file, title, description, time } = this.toSend;
    if (url !== undefined) rememberUpload(file, { sender, url, sent, title, description, time });
  }

  private heard(): void {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => {
      this.lost();
    }, SILENT_MS);
  }

  private lost(): void {
    void this.upload.abort();
    this.resolve({ method: 'PATCH', status: 0, body: '' });
  }

  private stop(): void {
    // While the server begins it, its address is not known: what is to be done is done once it is.
    if (this.url !== undefined) {
      void this.upload.abort();
      if (this.sending.signal.reason === CANCELLED) void discardUpload(this.url);
    }
    this.reject(stopped());
  }
}

/** A browser reports a file that was changed or deleted on the disk like a lost connection. */
async function refuseUnreadable(file: File): Promise<void> {
  await file
    .slice(0, 1)
    .arrayBuffer()
    .catch(() => {
      throw new ApiError(0, 'unreadable', TEXTS.unreadable);
    });
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
