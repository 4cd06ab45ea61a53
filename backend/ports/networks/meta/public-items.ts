import type { NetworkName, PublishJob } from '../network';
import type { GraphClient } from './graph-client';
import { asObject, textOf } from './json';
import { readList, type ListRow } from './long-lists';
import { STORY_FIELDS, STORY_MS } from './page-stories';
import { absoluteLink, type RemoteState } from './remote-state';

/** Something that an account shows publicly. */
export interface PublicItem {
  /** What a post may know of it: the id of the list, and those of the photos and videos in it. */
  ids: string[];
  /** Null where nothing shown has a text. */
  text: string | null;
  /** Undefined when the network does not say. */
  at?: number;
  permalink?: string;
}

export type PublicItems =
  | { kind: 'items'; items: PublicItem[]; /** Whether these are all since the instant. */ complete: boolean }
  | Extract<RemoteState, { kind: 'unreadable' }>;

const PAGE_POSTS = {
  edge: 'published_posts',
  fields: 'id,message,created_time,permalink_url,attachments',
  takesSince: true,
};
const PAGE_VIDEOS = ['video_reels', 'videos'].map((edge) => ({
  edge,
  fields: 'id,description,created_time,updated_time,permalink_url',
  takesSince: false,
}));
const PAGE_STORIES = { edge: 'stories', fields: STORY_FIELDS, takesSince: true, shownForMs: STORY_MS };
const INSTAGRAM = { edge: 'media', fields: 'id,caption,permalink,timestamp', takesSince: false };
const INSTAGRAM_STORIES = { ...INSTAGRAM, edge: 'stories', shownForMs: STORY_MS };

/** Reads what the account has shown since that instant, from every list in which a post of this kind may be. */
export async function publicItemsSince(
  graph: GraphClient,
  network: NetworkName,
  job: PublishJob,
  { since, now }: { since: number; now: number },
): Promise<PublicItems> {
  const { credentials, signal } = job;
  const all: PublicItem[] = [];
  let complete = true;
  const isEarlier = ({ at }: PublicItem) => at !== undefined && at < since;
  for (const { edge, fields, takesSince, shownForMs = Infinity } of listsFor(network, job)) {
    if (now - since >= shownForMs) complete = false;
    const query = {
      ...{ edge, fields },
      ...(takesSince
        ? { since: Math.floor(since / 1000) }
        : { isEnough: (rows: ListRow[]) => rows.map(itemOf).some(isEarlier) }),
    };
    const read = await readList(graph, credentials, query, signal);
    if ('kind' in read) return read;
    if (!read.complete) complete = false;
    all.push(...read.rows.map(itemOf).filter((item) => !isEarlier(item)));
  }
  return { kind: 'items', items: all, complete };
}

interface PublicList {
  edge: string;
  fields: string;
  takesSince: boolean;
  /** After which something leaves the list. */
  shownForMs?: number;
}

function listsFor(network: NetworkName, { format, media }: PublishJob): PublicList[] {
  if (network === 'instagram') return [format === 'story' ? INSTAGRAM_STORIES : INSTAGRAM];
  if (format === 'story') return [PAGE_STORIES];
  return media.type === 'video' ? [...PAGE_VIDEOS, PAGE_POSTS] : [PAGE_POSTS];
}

function itemOf(fields: Record<string, unknown>): PublicItem {
  if (fields.media_id !== undefined) return storyOf(fields);
  const time = textOf(fields.created_time) ?? textOf(fields.timestamp) ?? textOf(fields.updated_time) ?? '';
  const at = Date.parse(time);
  const permalink = absoluteLink(textOf(fields.permalink_url) ?? textOf(fields.permalink));
  return {
    // The video or photo first: a post of a video is known by its video.
    ids: [...targetsIn(fields.attachments), ...(textOf(fields.id) ? [textOf(fields.id) ?? ''] : [])],
    text: textOf(fields.message) ?? textOf(fields.description) ?? textOf(fields.caption) ?? '',
    ...(!Number.isNaN(at) && { at }),
    ...(permalink && { permalink }),
  };
}

/** Its time is not used: Meta documents it without a format, and lists what is recent anyway. */
function storyOf({ media_id, post_id, url }: Record<string, unknown>): PublicItem {
  const permalink = absoluteLink(textOf(url));
  return {
    ids: [textOf(media_id), textOf(post_id)].filter((id) => id !== undefined),
    text: null,
    ...(permalink && { permalink }),
  };
}

/** Ids of what is attached. Meta nests albums, and prints some ids as numbers. */
export function targetsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(targetsIn);
  const fields = asObject(value);
  if (!fields) return [];
  const own = textOf(asObject(fields.target)?.id);
  return [...(own ? [own] : []), ...targetsIn(fields.data), ...targetsIn(fields.subattachments)];
}
