import { metaError, objectMissing, ok, Refused, type Answer } from './answer';
import { accountOf, type Edge, type MetaCall, type UploadedFile } from './call';
import { isFalse, metaTime, parsed, pick } from './fields';
import { isDiscarded, objectOf, own, postId } from './objects';
import { pictureAddress } from './photo-addresses';

const MAX_PHOTO_BYTES = 10 * 1024 * 1024;

/** The first bytes of each format, in hexadecimal. */
const SIGNATURES: readonly (readonly [string, string])[] = [
  ['ffd8ff', 'image/jpeg'],
  ['89504e470d0a1a0a', 'image/png'],
  ['47494638', 'image/gif'],
  ['424d', 'image/bmp'],
  ['49492a00', 'image/tiff'],
  ['4d4d002a', 'image/tiff'],
];

const mimeOf = ({ head }: UploadedFile): string | undefined =>
  SIGNATURES.find(([signature]) => head.toString('hex').startsWith(signature))?.[1];

/** `POST /{page}/photos`. With `published=false` the photo is not public and the answer holds its id only. */
const upload: Edge = {
  pageTokenOnly: true,
  on: 'page',
  answer(call) {
    const { files, params, world } = call;
    const file = files.source;
    if (!file?.bytes) return metaError(324, null, '(#324) Missing or invalid image file');
    const mime = mimeOf(file);
    if (file.bytes > MAX_PHOTO_BYTES || mime === undefined) {
      const words =
        'Photos should be smaller than 4 MB and saved as JPG, PNG, GIF, TIFF, HEIF or WebP files.';
      return metaError(1, 1366046, words, { status: 400 });
    }
    const caption = params.caption ?? params.message ?? '';
    const altText = params.alt_text_custom;
    const id = world.begin({ kind: 'photo', owner: accountOf(call).id, mime, caption, altText });
    file.addTo(id);
    if (isFalse(params.published)) return ok({ id });
    return ok({ id, post_id: publishPost(call, caption, [id]) });
  },
};

/** `POST /{video}/thumbnails`: with `is_preferred` the picture becomes the cover of the video. */
const thumbnail: Edge = {
  pageTokenOnly: true,
  answer(call) {
    const { files, params, world } = call;
    const video = objectOf(call, call.node);
    if (!video || !['reel', 'video'].includes(video.start.kind)) return objectMissing(call.node);
    const file = files.source;
    const mime = file?.bytes ? mimeOf(file) : undefined;
    if (!file || mime === undefined || file.bytes > MAX_PHOTO_BYTES)
      return metaError(324, null, '(#324) Missing or invalid image file');
    const picture = world.begin({ kind: 'photo', owner: video.start.owner, mime, target: video.id });
    file.addTo(picture);
    if (params.is_preferred === 'true') world.store.replace(video.id, 'cover', { picture });
    return ok({ success: true });
  },
};

/** `POST /{page}/feed`: publishes a post with the photos that were uploaded before. */
const feed: Edge = {
  pageTokenOnly: true,
  on: 'page',
  answer(call) {
    const photos = attachedPhotos(call.params);
    for (const photo of photos) own(call, photo, 'photo');
    const { message = '', published, link } = call.params;
    if (link !== undefined && !/^https?:\/\//.test(link))
      return metaError(100, 1_609_005, '(#100) The link could not be shown.');
    if (photos.length === 0 && message === '' && link === undefined)
      return metaError(100, 1349125, '(#100) The status you are trying to publish is blank.');
    return ok({ id: publishPost(call, message, photos, { isDraft: isFalse(published), link }) });
  },
};

/** Reads a JSON array, or the fields attached_media[0], attached_media[1], … */
export function attachedPhotos(params: Record<string, string>): string[] {
  return Object.entries(params)
    .filter(([name]) => /^attached_media(\[\d+\])?$/.test(name))
    .flatMap(([name, text]) => [parsed(name, text)].flat())
    .map((item) => {
      const id = typeof item === 'object' && item && 'media_fbid' in item ? item.media_fbid : undefined;
      if (typeof id === 'string') return id;
      throw new Refused(metaError(100, null, '(#100) Param attached_media[] must name a media_fbid.'));
    });
}

function publishPost(
  call: MetaCall,
  message: string,
  photos: string[],
  { isDraft = false, link }: { isDraft?: boolean; link?: string } = {},
): string {
  const { world, hooks } = call;
  const owner = accountOf(call).id;
  const post = world.begin({ kind: 'post', owner, photos, link });
  const id = postId(owner, post);
  // Comes first: the pictures must be visible at the moment when the post is.
  if (!isDraft) for (const photo of photos) world.store.replace(photo, 'attached', { post });
  const finished = world.finish(post, { caption: message, live: isDraft ? 'never' : 'now' });
  if (finished && !isDraft)
    hooks.published({
      kind: photos.length > 0 ? 'photo' : 'post',
      account: owner,
      objectId: id,
      sources: photos,
      caption: message,
      title: '',
      at: finished.at,
    });
  return id;
}

const read: Edge = {
  answer(call): Answer {
    const { world, settings, node: id, params } = call;
    const start = world.started(id);
    if (!start || isDiscarded(world, id, start)) return objectMissing(id);
    const post = world.store.read(id, 'attached')?.post;
    const node = {
      id,
      name: start.caption,
      created_time: metaTime(start.at),
      from: { id: start.owner },
      link: settings.permalink('photo', start.owner, id),
      images: [{ source: pictureAddress(settings, id), width: 1080, height: 1350 }],
      page_story_id:
        post !== undefined && world.started(post)?.kind === 'post' && world.isLive(post)
          ? postId(start.owner, post)
          : undefined,
    };
    return ok(pick(node, params.fields, 'created_time'));
  },
};

export const photoEdges: Record<string, Edge> = {
  photos: upload,
  thumbnails: thumbnail,
  feed,
  'photo.read': read,
};
