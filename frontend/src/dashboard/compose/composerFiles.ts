import { isApiError, reasonOf } from '../../api';
import { Checks } from '../posts/upload/checks';
import { CANCELLED } from '../posts/upload/sendFile';
import { fetchMedium, setPosterOfMedium } from '../posts/upload/resumable/mediaCalls';
import { discardUpload } from '../posts/upload/resumable/unfinishedUploads';
import type { SharedVideo } from '../../types';
import { fetchSharedVideo } from './calls';
import { lookAt, newFile, ofLibrary, ofMedium, restored, type ChosenFile } from './chosenFile';
import { CoverUpload } from './coverUpload';
import { FrameCovers } from './frameCovers';
import type { KeptFile } from './keptPost';
import { sendMedium } from './sendMedium';
import { TEXTS } from './texts';

/** Of a browser's own making, which is all that a medium needs besides its bytes. */
interface Local {
  file: File;
  poster: Blob | null;
}

/**
 * The files of a post. They are shown at once and uploaded one after another meanwhile, so that a press of a button has
 * little to wait for.
 */
export class ComposerFiles {
  private readonly locals = new Map<string, Local>();
  private readonly checks = new Checks();
  private readonly stops = new Map<string, AbortController>();
  private readonly listeners = new Set<() => void>();
  private line: Promise<unknown> = Promise.resolve();
  private lastKey = 0;
  /** Frames of the first film as pictures. */
  readonly frames = new FrameCovers();
  readonly cover = new CoverUpload(() => {
    this.tell();
  });
  /** Ends the wait of those who would send the post. */
  private left = new AbortController();

  /**
   * @param files that are there already
   * @param isNeeded whether the upload stays on the server, since the post of another tab may name it
   */
  constructor(
    private files: readonly ChosenFile[] = [],
    private readonly isNeeded: (mediumId: string) => boolean = () => false,
  ) {}

  readonly snapshot = () => this.files;

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  add(files: readonly File[]) {
    for (const file of files) {
      // Chosen again after a reload, it takes its former place.
      const lost = this.files.find(({ state, name }) => state === 'lost' && name === file.name);
      const key = lost?.key ?? `f${++this.lastKey}`;
      const isFilm = file.type.startsWith('video/');
      const src = URL.createObjectURL(file);
      const chosen = { ...newFile(key, file), src, altText: lost?.altText ?? '' };
      if (lost) this.change(key, chosen);
      else this.become([...this.files, chosen]);
      this.locals.set(key, { file, poster: null });
      if (!isFilm) this.change(key, { posterUrl: src });
      void this.begin(key, file);
    }
  }

  /** A video of the shared library. */
  share(video: SharedVideo) {
    this.become([...this.files, ofLibrary(`f${++this.lastKey}`, video)]);
  }

  /** Those of before a reload. */
  async restore(kept: readonly KeptFile[]) {
    this.become(
      kept.map(({ name, ...file }) => ({ ...newFile(`f${++this.lastKey}`, { name, type: '' }), ...file })),
    );
    await Promise.all(this.files.map(({ key }) => this.fetch(key)));
  }

  private async fetch(key: string) {
    const { mediumId, sharedVideoId } = this.find(key) ?? {};
    try {
      if (sharedVideoId) {
        this.change(key, ofLibrary(key, await fetchSharedVideo(sharedVideoId)));
        return;
      }
      const medium = mediumId ? await fetchMedium(mediumId) : undefined;
      if (medium) this.change(key, restored(key, this.find(key)?.altText ?? '', medium));
      else this.change(key, LOST);
    } catch (error) {
      const isGone = isApiError(error) && error.status === 404;
      const lost = sharedVideoId ? ({ state: 'refused', message: TEXTS.sharedGone } as const) : LOST;
      this.change(key, isGone ? lost : { state: stateAfter(error), message: reasonOf(error) ?? null });
    }
  }

  remove(key: string) {
    this.release(key, true);
    this.become(this.files.filter((file) => file.key !== key));
  }

  /** Takes all away. @param discard what is on the server is not needed any more */
  clear(discard: boolean) {
    for (const { key } of this.files) this.release(key, discard);
    this.frames.clear(discard);
    this.cover.giveUp(discard);
    this.become([]);
  }

  retry(key: string) {
    const local = this.locals.get(key);
    if (local) this.upload(key, local.file);
    else {
      this.change(key, { state: 'looking', message: null });
      void this.fetch(key);
    }
  }

  describe(key: string, altText: string) {
    this.change(key, { altText });
  }

  move(key: string, by: 1 | -1) {
    const from = this.files.findIndex((file) => file.key === key);
    const [file, other] = [this.files[from], this.files[from + by]];
    if (!file || !other) return;
    this.become(this.files.map((each) => (each === file ? other : each === other ? file : each)));
  }

  /**
   * Once nothing is on its way any more.
   * @returns whether it is all there; false: the screen is left
   * @throws what the cover picture is refused with
   */
  async settled(): Promise<boolean> {
    const isUnderWay = ({ state }: ChosenFile) => ['looking', 'waiting', 'sending'].includes(state);
    const { signal } = this.left;
    while (!signal.aborted && (this.cover.snapshot().sent || this.files.some(isUnderWay)))
      await (this.cover.snapshot().sent ?? this.changed());
    return !signal.aborted;
  }

  private changed(): Promise<void> {
    return new Promise((tell) => {
      const leave = this.subscribe(() => {
        leave();
        tell();
      });
    });
  }

  /** The screen is left. What is on its way can go on when the file is chosen again. */
  stop() {
    for (const { key } of this.files) this.release(key, false);
    this.left.abort();
    this.left = new AbortController();
    this.cover.giveUp(false);
  }

  private async begin(key: string, file: File) {
    const isWanted = () => this.locals.get(key)?.file === file;
    const look = await this.checks.inTurn(() => (isWanted() ? lookAt(file) : null)).catch(() => null);
    if (!isWanted()) return;
    if (look) {
      this.locals.set(key, { file, poster: look.poster });
      const posterUrl = look.poster && URL.createObjectURL(look.poster);
      this.change(key, { isFilm: look.isFilm, facts: look.facts, ...(posterUrl && { posterUrl }) });
    }
    this.upload(key, file);
  }

  private upload(key: string, file: File) {
    this.change(key, { state: 'waiting', message: null, percent: 0 });
    this.line = this.line.then(() => this.send(key, file));
  }

  private async send(key: string, file: File) {
    if (this.locals.get(key)?.file !== file) return;
    const stop = new AbortController();
    this.stops.set(key, stop);
    this.change(key, { state: 'sending' });
    try {
      const medium = await sendMedium(
        file,
        stop.signal,
        (percent) => {
          if (percent !== this.find(key)?.percent) this.change(key, { percent });
        },
        (way) => {
          this.change(key, { isStuck: way === 'lost' });
        },
      );
      const poster = this.locals.get(key)?.poster;
      // Without its picture, a post shows a sign.
      if (poster) await setPosterOfMedium(medium.id, poster, stop.signal).catch(() => undefined);
      if (stop.signal.reason === CANCELLED) {
        void discardUpload(`/api/uploads/${medium.id}`);
        return;
      }
      this.change(key, { ...ofMedium(medium), state: 'ready', percent: 100, isStuck: false });
    } catch (error) {
      const sentence = isApiError(error)
        ? (Object.values(error.errors)[0]?.[0] ?? error.message)
        : TEXTS.uploadFailed;
      this.change(key, { state: stateAfter(error), message: sentence, isStuck: false });
    } finally {
      this.stops.delete(key);
    }
  }

  private release(key: string, discard: boolean) {
    const file = this.find(key);
    this.stops.get(key)?.abort(discard ? CANCELLED : undefined);
    this.locals.delete(key);
    for (const url of new Set([file?.src, file?.posterUrl]))
      if (url?.startsWith('blob:')) URL.revokeObjectURL(url);
    if (discard && file?.medium && !this.isNeeded(file.medium.id))
      void discardUpload(`/api/uploads/${file.medium.id}`);
  }

  private find = (key: string) => this.files.find((file) => file.key === key);

  private change(key: string, change: Partial<ChosenFile>) {
    if (!this.find(key)) return;
    this.become(this.files.map((file) => (file.key === key ? { ...file, ...change } : file)));
  }

  private become(files: readonly ChosenFile[]) {
    this.files = files;
    this.tell();
  }

  private tell() {
    this.listeners.forEach((tell) => {
      tell();
    });
  }
}

/** Statuses that judge the file itself. */
const FINAL = [400, 413, 415, 422];

/** A full quota has room again once something is deleted. */
const stateAfter = (error: unknown) =>
  isApiError(error) && FINAL.includes(error.status) && !/_quota_exceeded$/.test(error.error)
    ? 'refused'
    : 'failed';

const LOST = { state: 'lost', message: TEXTS.lost, mediumId: null } as const;
