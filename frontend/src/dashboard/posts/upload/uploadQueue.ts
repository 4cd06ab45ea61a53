import { isApiError, needsSubscription } from '../../../api';
import { nameWithoutExtension } from '../../../format';
import { scheduleTime } from '../../../zone';
import type { SubscriptionLeft, Uploaded } from '../../../types';
import { Checks } from './checks';
import type { Reading } from './reading';
import { CANCELLED, type FileToSend, type Sending, type Way } from './sendFile';
import { bytesPerSecond, withSample } from './uploadProgress';
import type { Sample } from './uploadProgress';
import { TEXTS } from './texts';
import { lowerQuota, newUpload, NO_BATCH, refusalOf } from './upload';
import type { Batch, Upload, UploadChange } from './upload';

interface QueueParts {
  field: string;
  read: (file: File) => Promise<Reading>;
  send: (file: FileToSend, sending: Sending) => Promise<Uploaded>;
  /** What its upload was to become that stopped half-way; it goes on as soon as the file is chosen again. */
  stoppedUploadOf: (file: File) => UploadChange | undefined | Promise<UploadChange | undefined>;
  /** Nothing of it is to be left on the server. */
  discard: (file: File) => void;
  onUploaded: (left: SubscriptionLeft | null) => void;
  onSettled: (batch: Batch) => void;
}

const NOTHING: Reading = { poster: null };

const AT_ONCE = 3;
/** Requests sent at the same moment may arrive in either order. */
const HEADSTART_MS = 25;
/** An upload that does not start delays the next ones by at most this. */
const BEGINS_WITHIN_MS = 1_000;

/** Uploads the chosen files: one request per file, a few at once. */
export class UploadQueue {
  private uploads: readonly Upload[] = [];
  private batch = NO_BATCH;
  /** The upload that the server may not have seen yet. The next waits for it, since posts go out in order of upload. */
  private beginning: number | null = null;
  private lastId = 0;
  /** Of the files chosen before the screen was left. */
  private lastIdOfLeft = 0;
  private readonly checks = new Checks();
  private readonly aborts = new Map<number, AbortController>();
  private readonly listeners = new Set<() => void>();

  /** @param before files kept from an ended session; none of them is uploading. */
  constructor(
    private readonly parts: QueueParts,
    before: readonly Upload[] = [],
  ) {
    const isUnderWay = ({ state }: Upload) => state === 'sending' || state === 'waiting';
    const stopped = ({ isAsked }: Upload) =>
      isAsked
        ? ({ state: 'unanswered', message: TEXTS.unknownOutcome } as const)
        : ({ state: 'ready' } as const);
    this.uploads = before.map((upload) =>
      isUnderWay(upload)
        ? { ...upload, ...stopped(upload), progress: null, way: null }
        : { ...upload, isToFollow: false },
    );
    for (const { id, file, state } of before) {
      this.lastId = Math.max(this.lastId, id);
      if (state === 'checking') void this.check(id, file);
    }
  }

  readonly snapshot = () => this.uploads;

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  add(files: Iterable<File>) {
    for (const file of files) {
      const id = ++this.lastId;
      this.become([...this.uploads, newUpload(id, file)]);
      void this.check(id, file);
    }
  }

  edit(id: number, change: UploadChange) {
    this.change(id, change);
  }

  remove(id: number) {
    const upload = this.find(id);
    if (upload) this.parts.discard(upload.file);
    this.takeAway(id);
    if (upload?.isToFollow) this.goOn();
  }

  private takeAway(id: number) {
    const posterUrl = this.find(id)?.posterUrl;
    if (posterUrl) URL.revokeObjectURL(posterUrl);
    this.become(this.uploads.filter((upload) => upload.id !== id));
  }

  removeRejected() {
    for (const { id, state } of this.uploads) if (state === 'rejected') this.remove(id);
  }

  /**
   * Sends all ready and failed files, and what is still being checked once it is ready. What was not answered may have
   * been made, so that each needs its own retry.
   */
  start() {
    for (const { id, state } of this.uploads)
      if (state === 'ready' || state === 'failed') this.line(id);
      else if (state === 'checking') this.change(id, { isToFollow: true });
    this.sendNext();
  }

  retry(id: number) {
    this.line(id);
    this.sendNext();
  }

  cancel(id: number) {
    const running = this.aborts.get(id);
    if (running) running.abort(CANCELLED);
    else this.change(id, { state: 'ready' });
  }

  /** The screen is left: what is on its way is given up, and nothing more is begun. */
  abortAll() {
    this.lastIdOfLeft = this.lastId;
    this.holdBack();
    this.aborts.forEach((abort) => {
      abort.abort();
    });
  }

  private async check(id: number, file: File) {
    const { violation, poster } = await this.checks
      .inTurn(() => (this.find(id) ? this.parts.read(file) : NOTHING))
      .catch(() => NOTHING);
    if (violation) {
      const wasToFollow = this.find(id)?.isToFollow;
      this.change(id, { state: 'rejected', message: violation, isToFollow: false });
      if (wasToFollow) this.goOn();
      return;
    }
    const posterUrl = poster && URL.createObjectURL(poster);
    const stopped = await this.parts.stoppedUploadOf(file);
    const isToFollow = this.find(id)?.isToFollow;
    this.change(id, { state: 'ready', poster, posterUrl, isToFollow: false, ...stopped });
    if (isToFollow || (stopped && id > this.lastIdOfLeft)) this.retry(id);
  }

  private line(id: number) {
    this.change(id, { state: 'waiting', message: null, progress: null, way: null, isAsked: false });
  }

  private sendNext() {
    if (this.beginning !== null || this.aborts.size >= AT_ONCE) return;
    // What is still being checked keeps its place, since posts go out in the order in which they were chosen.
    const next = this.uploads.find(({ state, isToFollow }) => state === 'waiting' || isToFollow);
    if (next?.state === 'waiting') void this.send(next);
  }

  private goOn() {
    this.sendNext();
    this.settle();
  }

  private begun(id: number) {
    if (this.beginning !== id) return;
    this.beginning = null;
    this.sendNext();
  }

  private async send({ id, file, title, description, time, poster }: Upload) {
    const abort = new AbortController();
    this.aborts.set(id, abort);
    this.beginning = id;
    this.change(id, { state: 'sending' });
    let samples: Sample[] = [];
    const onProgress = (sent: number, total: number) => {
      samples = withSample(samples, { at: performance.now(), sent });
      this.change(id, { progress: { sent, total, bytesPerSecond: bytesPerSecond(samples) } });
    };
    const onWay = (way: Way) => {
      // The time that was lost says nothing of the speed.
      samples = [];
      this.change(id, { way });
    };
    const late = setTimeout(() => {
      this.begun(id);
    }, BEGINS_WITHIN_MS);
    try {
      const toSend = {
        field: this.parts.field,
        file,
        title: title.trim() || nameWithoutExtension(file.name),
        description: description.trim(),
        time: time && scheduleTime(time),
        poster,
      };
      const onBegun = () => {
        setTimeout(() => {
          this.begun(id);
        }, HEADSTART_MS);
      };
      const onAsked = () => {
        this.change(id, { isAsked: true });
      };
      const sending = { signal: abort.signal, onProgress, onBegun, onWay, onAsked };
      const answer = await this.parts.send(toSend, sending);
      const left = lowerQuota(answer.subscription_status, this.batch.left);
      this.batch = { ...this.batch, uploaded: this.batch.uploaded + 1, left };
      this.takeAway(id);
      this.parts.onUploaded(left);
    } catch (error) {
      this.fail(id, file, error, abort.signal.aborted);
    } finally {
      clearTimeout(late);
      this.aborts.delete(id);
      if (this.beginning === id) this.beginning = null;
      this.goOn();
    }
  }

  private fail(id: number, file: File, error: unknown, cancelled: boolean) {
    const message = cancelled ? TEXTS.cancelled : refusalOf(file, error);
    const isUnanswered = !cancelled && isApiError(error) && error.error === 'unanswered';
    const state = isUnanswered ? 'unanswered' : 'failed';
    this.change(id, { state, message, progress: null, way: null });
    if (cancelled) return;
    const subscriptionRequired = this.batch.subscriptionRequired || needsSubscription(error);
    this.batch = { ...this.batch, failed: this.batch.failed + 1, subscriptionRequired };
    if (subscriptionRequired || isUnanswered) this.holdBack();
  }

  private holdBack() {
    for (const { id, state, isToFollow } of this.uploads)
      if (state === 'waiting') this.change(id, { state: 'ready' });
      else if (isToFollow) this.change(id, { isToFollow: false });
  }

  private settle() {
    if (this.aborts.size > 0 || this.uploads.some(({ isToFollow }) => isToFollow)) return;
    const { batch } = this;
    this.batch = NO_BATCH;
    this.parts.onSettled(batch);
  }

  private find = (id: number) => this.uploads.find((upload) => upload.id === id);

  private change(id: number, change: Partial<Upload>) {
    this.become(this.uploads.map((upload) => (upload.id === id ? { ...upload, ...change } : upload)));
  }

  private become(uploads: readonly Upload[]) {
    this.uploads = uploads;
    this.listeners.forEach((tell) => {
      tell();
    });
  }
}
