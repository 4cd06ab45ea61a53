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

const keyOf = (userId: number) => `pagecast-compose-${userId}`;

const keyOfEdited = (userId: number, id: number) => `pagecast-edit-${userId}-${id}`;

export const keptFiles = (files: readonly ChosenFile[]): KeptFile[] =>
  files.map(({ name, altText, mediumId, sharedVideoId }) => ({ name, altText, mediumId, sharedVideoId }));

/**
 * The post that this tab, or else the last one, left. A tab that is reloaded finds its own, whatever others wrote
 * meanwhile. Whatever cannot be read is none.
 */
export function keptPost(userId: number): KeptPost | undefined {
  return read('sessionStorage', userId) ?? read('localStorage', userId);
}

/** A full or forbidden storage costs only that a reload loses the post. @returns whether it is kept */
export function keepPost(userId: number, kept: KeptPost): boolean {
  const text = JSON.stringify(kept);
  const own = attempt(() => {
    sessionStorage.setItem(keyOf(userId), text);
  });
  const common = attempt(() => {
    localStorage.setItem(keyOf(userId), text);
  });
  return own || common;
}

/** Once it is sent or discarded. That of another tab stays. */
export function forgetPost(userId: number, id: string): void {
  for (const name of ['sessionStorage', 'localStorage'] as const)
    attempt(() => {
      if (read(name, userId)?.id === id) globalThis[name].removeItem(keyOf(userId));
    });
}

function read(name: 'sessionStorage' | 'localStorage', userId: number): KeptPost | undefined {
  try {
    return parsed(JSON.parse(globalThis[name].getItem(keyOf(userId)) ?? 'null'));
  } catch {
    return undefined;
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

/** @param tell when another tab has sent or discarded the very post that this one shows */
export function onForgotten(userId: number, tell: () => void): () => void {
  const listen = ({ key, oldValue, newValue }: StorageEvent) => {
    if (key !== keyOf(userId) || oldValue === null || newValue !== null) return;
    attempt(() => {
      if (sessionStorage.getItem(keyOf(userId)) === oldValue) tell();
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
    const key = keyOfEdited(userId, id);
    if (fields) sessionStorage.setItem(key, JSON.stringify(fields));
    else sessionStorage.removeItem(key);
  });

/** Only what is kept: the other fields are as the server has them. */
export function keptEdited(userId: number, id: number): Partial<EditedPost> {
  try {
    const kept = fieldsOf(JSON.parse(sessionStorage.getItem(keyOfEdited(userId, id)) ?? 'null'));
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
