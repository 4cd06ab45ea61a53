import { open, rename } from 'node:fs/promises';
import type { GraphCall } from './graph-call';
import { graphError, invalidParameter, missingObject } from './graph-refusal';
import { isFalse, metaTime } from './graph-view';
import { own, postId, rehearseLostAnswer, type Edge, type World } from './graph-world';

const MAX_PHOTO_BYTES = 10 * 1024 * 1024;

/** By the first bytes, as hexadecimal digits. */
const SIGNATURES: readonly (readonly [string, string])[] = [
  ['ffd8ff', 'image/jpeg'],
  ['89504e470d0a1a0a', 'image/png'],
  ['47494638', 'image/gif'],
  ['424d', 'image/bmp'],
  ['49492a00', 'image/tiff'],
  ['4d4d002a', 'image/tiff'],
];

/** `POST /{page}/photos`: with `published=false` nothing is public and only the photo's id comes back. */
export const postPhoto: Edge = async (world, call, page) => {
  const photo = await keepPhoto(world, call, page);
  if (isFalse(call.params.get('published'))) return { id: photo };
  const caption = call.params.get('caption') ?? call.params.get('message');
  const post = await publishPost(world, page, caption, [photo]);
  await rehearseLostAnswer(world, page);
  return { id: photo, post_id: post };
};

/** `POST /{page}/feed`: the one call of the two that is public. */
export const postFeed: Edge = async (world, call, page) => {
  const photos = attachedMedia(call.params);
  for (const photo of photos) await own(world, photo, ['photo'], page);
  const message = call.params.get('message');
  if (photos.length === 0 && !message)
    throw graphError(100, '(#100) The status you are trying to publish is blank.', { subcode: 1349125 });
  const id = await publishPost(world, page, message, photos, isFalse(call.params.get('published')));
  await rehearseLostAnswer(world, page);
  return { id };
};

/** `GET /{photo}` */
export async function photoNode(world: World, id: string): Promise<Record<string, unknown>> {
  const start = await world.network.started(id);
  if (!start) throw missingObject(id);
  const attached = (await world.network.store.read(id, 'attached')) as { post: string } | undefined;
  return {
    id,
    ...(attached && { page_story_id: postId(start.owner, attached.post) }),
    name: start.caption,
    created_time: metaTime(start.at),
    from: { id: start.owner },
    link: world.permalink('photo', id),
  };
}

async function publishPost(
  world: World,
  page: string,
  message: string | undefined,
  photos: string[],
  draft = false,
) {
  const { network } = world;
  const post = await network.begin({ kind: 'post', owner: page, photos });
  // Before the post is public, so that its pictures can be shown the moment it is.
  if (!draft) for (const photo of photos) await network.store.replace(photo, 'attached', { post });
  await network.publish(post, page, { caption: message, live: draft ? 'never' : 'now' });
  return postId(page, post);
}

async function keepPhoto({ network }: World, { file, params }: GraphCall, page: string) {
  if (params.has('url'))
    throw graphError(324, '(#324) Missing or invalid image file', {
      userMessage: 'The rehearsal fetches nothing from other addresses; send the bytes.',
    });
  if (!file) throw graphError(324, '(#324) Requires upload file');
  const mime = await imageType(file.path);
  if (file.bytes > MAX_PHOTO_BYTES || mime === undefined)
    throw graphError(100, '(#100) Your photos could not be uploaded.', {
      subcode: 1366046,
      userMessage: 'Photos should be smaller than 10 MB and saved as JPG, PNG, GIF or TIFF files.',
    });
  const caption = params.get('caption') ?? params.get('message');
  const id = await network.begin({ kind: 'photo', owner: page, mime, ...(caption && { caption }) });
  await rename(file.path, network.store.bytesPath(id));
  return id;
}

async function imageType(path: string): Promise<string | undefined> {
  const handle = await open(path, 'r');
  try {
    const head = (await handle.read(Buffer.alloc(8), 0, 8, 0)).buffer.toString('hex');
    return SIGNATURES.find(([signature]) => head.startsWith(signature))?.[1];
  } finally {
    await handle.close();
  }
}

/** As JSON, or as the form fields `attached_media[0]={"media_fbid":"…"}`. */
function attachedMedia(params: Map<string, string>): string[] {
  const whole = params.get('attached_media');
  const texts = [...params].filter(([name]) => /^attached_media\[\d+\]$/.test(name)).map(([, text]) => text);
  const items = whole === undefined ? texts.map(parsed) : parsed(whole);
  if (!Array.isArray(items)) throw invalidParameter('Param attached_media must be an array.');
  return items.map((item: unknown) => {
    const id = typeof item === 'object' && item && 'media_fbid' in item ? item.media_fbid : undefined;
    if (typeof id !== 'string') throw invalidParameter('Param attached_media[] must name a media_fbid.');
    return id;
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidParameter('Param attached_media must be JSON.');
  }
}
