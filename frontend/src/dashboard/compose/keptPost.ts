import { editedPostKey, mayKeep, unsentPostKey } from '../../unsentPosts';
import type { ChosenFile } from './chosenFile';
import { EMPTY_POST, type Cover, type EditedPost, type Target, type UnsentPost } from './unsentPost';

/** What is kept of a file: the server has the bytes of those with an id. */
export interface KeptFile {
  name: string;
  altText: string;
  mediumId: string | null;
  sharedVideoId: number | null;
}

/** A post that is not sent, as this browser keeps it over a reload. */
export interface KeptPost {
  /** Tells it from the post that another tab writes. */
  id: string;
  post: UnsentPost;
  files: KeptFile[];
}

export interface FoundPost extends KeptPost {
  /** As another tab has stored it, which may show it still. Absent: this tab did. */
  copied?: string;
}

export const newId = () => `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 10)}`;

export const keptFiles = (files: readonly ChosenFile[]): KeptFile[] =>
  files.map(({ name, altText, mediumId, sharedVideoId }) => ({ name, altText, mediumId, sharedVideoId }));

/**
 * The post that this tab, or else the last one, left. A tab that is reloaded finds its own, whatever others wrote
 * meanwhile. What it finds of another is a copy, with an id of its own. Whatever cannot be read is none.
 */
export function keptPost(userId: number): FoundPost | undefined {
  const own = read('sessionStorage', userId);
  const other = own ? undefined : read('localStorage', userId);
  if (!other) return own;
  return { ...other, id: newId(), copied: localStorage.getItem(unsentPostKey(userId)) ?? '' };
}

/** The last post that a tab has stored, unless it was sent or discarded since. */
export const lastKept = (userId: number): KeptPost | undefined => read('localStorage', userId);

/** A full or forbidden storage costs only that a reload loses the post. @returns whether it is kept */
export function keepPost(userId: number, kept: KeptPost): boolean {
  if (!mayKeep(userId)) return false;
  const text = JSON.stringify(kept);
  const own = attempt(() => {
    sessionStorage.setItem(unsentPostKey(userId), text);
  });
  const common = attempt(() => {
    localStorage.setItem(unsentPostKey(userId), text);
  });
  return own || common;
}

/**
 * Once it is sent or discarded. That of another tab stays.
 * @param copied is gone as well, if its tab has not changed it since
 */
export function forgetPost(userId: number, id: string, copied?: string): void {
  for (const name of ['sessionStorage', 'localStorage'] as const)
    attempt(() => {
      const isOwn = read(name, userId)?.id === id;
      if (isOwn || (copied !== undefined && globalThis[name].getItem(unsentPostKey(userId)) === copied))
        globalThis[name].removeItem(unsentPostKey(userId));
    });
}

/** It is not to be found again, but a tab that still shows what was copied keeps it. */
export function discardPost(userId: number, id: string, copied?: string): void {
  attempt(() => {
    // Under an id that no other tab knows, its end is no news to them.
    if (copied !== undefined && localStorage.getItem(unsentPostKey(userId)) === copied)
      localStorage.setItem(unsentPostKey(userId), JSON.stringify({ id, post: EMPTY_POST, files: [] }));
  });
  forgetPost(userId, id);
}

function read(name: 'sessionStorage' | 'localStorage', userId: number): KeptPost | undefined {
  try {
    return parsed(JSON.parse(globalThis[name].getItem(unsentPostKey(userId)) ?? 'null'));
  } catch {
    return undefined;
  }
}

const idIn = (stored: string) => parsed(JSON.parse(stored))?.id;

/** Under which all tabs share the post. @param copied from another tab, and not changed since */
export function sharedId(id: string, copied: string | undefined): string {
  if (copied === undefined) return id;
  try {
    return idIn(copied) ?? id;
  } catch {
    return id;
  }
}

function attempt(work: () => void): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

/**
 * @param copied what this tab shows of another one, as long as nobody has changed it here
 * @param tell when another tab has sent or discarded the very post that this one shows
 */
export function onForgotten(userId: number, copied: () => string | undefined, tell: () => void): () => void {
  const listen = ({ key, oldValue, newValue }: StorageEvent) => {
    if (key !== unsentPostKey(userId) || oldValue === null || newValue !== null) return;
    attempt(() => {
      const isOwn = sessionStorage.getItem(unsentPostKey(userId)) === oldValue;
      const copy = copied();
      if (isOwn || (copy !== undefined && idIn(oldValue) === idIn(copy))) tell();
    });
  };
  addEventListener('storage', listen);
  return () => {
    removeEventListener('storage', listen);
  };
}

/** Keeps what is changed of a post over a reload of its tab; null forgets it. */
export const keepEdited = (userId: number, id: number, fields: Partial<EditedPost> | null): boolean =>
  attempt(() => {
    const key = editedPostKey(userId, id);
    if (fields && mayKeep(userId)) sessionStorage.setItem(key, JSON.stringify(fields));
    else sessionStorage.removeItem(key);
  });

/** Only what is kept: the other fields are as the server has them. */
export function keptEdited(userId: number, id: number): Partial<EditedPost> {
  try {
    const kept = fieldsOf(JSON.parse(sessionStorage.getItem(editedPostKey(userId, id)) ?? 'null'));
    if (!kept) return {};
    const { draft, toGroup } = kept;
    const all = {
      ...postIn(kept),
      title: text(kept.title),
      draft: draft === true,
      toGroup: toGroup === true,
    };
    return Object.fromEntries(Object.entries(all).filter(([name]) => name in kept));
  } catch {
    return {};
  }
}

type Fields = Record<string, unknown>;

const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null ? (value as Fields) : undefined;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const listOf = (value: unknown): Fields[] =>
  (Array.isArray(value) ? (value as unknown[]) : [])
    .map(fieldsOf)
    .filter((fields): fields is Fields => fields !== undefined);

/** It was written by this or an older release, or by somebody else: only what has its shape is taken. */
function parsed(value: unknown): KeptPost | undefined {
  const kept = fieldsOf(value);
  const post = fieldsOf(kept?.post);
  if (!kept || !post || typeof kept.id !== 'string') return undefined;
  return {
    id: kept.id,
    post: postIn(post),
    files: listOf(kept.files).map((file) => ({
      name: text(file.name),
      altText: text(file.altText),
      mediumId: textOrNull(file.mediumId),
      sharedVideoId: typeof file.sharedVideoId === 'number' ? file.sharedVideoId : null,
    })),
  };
}

const postIn = (post: Fields): UnsentPost => ({
  ...EMPTY_POST,
  text: text(post.text),
  firstComment: text(post.firstComment),
  link: text(post.link),
  time: text(post.time),
  cover: coverIn(post.cover),
  targets: listOf(post.targets).flatMap(targetIn),
});

function targetIn(target: Fields): Target[] {
  const { accountId } = target;
  if (typeof accountId !== 'number') return [];
  // A format that is gone is replaced by the first that fits.
  const format = textOrNull(target.format) as Target['format'];
  return [{ accountId, format, text: textOrNull(target.text), time: textOrNull(target.time) }];
}

function coverIn(value: unknown): Cover | null {
  const cover = fieldsOf(value);
  if (typeof cover?.atMs === 'number') return { atMs: cover.atMs };
  if (typeof cover?.mediumId !== 'string') return null;
  return { mediumId: cover.mediumId, name: text(cover.name), path: text(cover.path) };
}
