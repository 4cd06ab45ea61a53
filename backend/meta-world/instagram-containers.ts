import { invalidParameter, metaError, objectMissing, ok, Refused, type Answer } from './answer';
import { accountOf, type Edge, type MetaCall } from './call';
import { parsed, pick } from './fields';
import { JPEG, photoAt } from './photo-addresses';
import type { Product, Start } from './store';
import { phaseOf, processingOf, processingPhase, uploadingPhase } from './video-node';

const DAY_MS = 86_400_000;
const MAX_CAPTION = 2_200;
const MAX_ALT_TEXT = 1_000;
const MAX_PICTURE_BYTES = 8_000_000;
const ITEMS = { from: 2, to: 10 };

/** What a container is by its parameters. */
function productOf({ media_type: type, is_carousel_item: item }: Record<string, string>): Product {
  const isItem = item === 'true';
  if (type === 'CAROUSEL' && !isItem) return 'carousel';
  if (type === 'REELS' && !isItem) return 'reel';
  if (type === 'STORIES' && !isItem) return 'story';
  if (type === undefined || type === 'IMAGE' || (type === 'VIDEO' && isItem))
    return isItem ? 'carousel_item' : 'photo';
  throw new Refused(metaError(100, 2207023, '(#100) Unknown media type.'));
}

/** `POST /{ig-user}/media`: creates a container, for a picture that is fetched or for an upload. */
const create: Edge = {
  on: 'instagram',
  answer(call) {
    const { params, settings, world } = call;
    const product = productOf(params);
    const { caption = '', alt_text: altText } = params;
    if (caption.length > MAX_CAPTION) return metaError(36004, 2207010, 'The caption was too long.');
    if (altText !== undefined && altText.length > MAX_ALT_TEXT)
      return invalidParameter('The alt text was too long.');
    const start = { kind: 'container' as const, owner: accountOf(call).id, caption, product, altText };
    if (product === 'carousel') return ok({ id: beginCarousel(call, start) });
    if (params.video_url !== undefined) return unfetched();
    if (params.image_url !== undefined || product === 'photo') return createOfPicture(call, start);
    if (params.upload_type !== 'resumable') return invalidParameter('The parameter video_url is required');
    const cover = params.cover_url === undefined ? undefined : pictureOf(call, 'cover_url');
    const id = world.begin(start);
    if (cover) {
      const picture = world.begin({ kind: 'photo', owner: start.owner, mime: JPEG, target: id });
      cover.addTo(picture);
      world.store.replace(id, 'cover', { picture });
    }
    return ok({ id, uri: `${settings.ruploadUrl}/ig-api-upload/${settings.version}/${id}` });
  },
};

function createOfPicture(call: MetaCall, start: Omit<Start, 'at'>): Answer {
  const { world, params } = call;
  if (params.image_url === undefined) return invalidParameter('The parameter image_url is required');
  const picture = pictureOf(call, 'image_url');
  const id = world.begin({ ...start, mime: JPEG });
  picture.addTo(id);
  world.store.replace(id, 'upload', { file_size: picture.bytes });
  processingOf(call, id);
  return ok({ id });
}

const unfetched = () => metaError(9004, 2207052, 'The media could not be fetched from this URI.');

/** @throws Refused when it cannot be fetched, or cannot be used. */
function pictureOf({ world, params, settings, fetched }: MetaCall, name: 'image_url' | 'cover_url') {
  const photo = photoAt(settings, world, params[name] ?? '');
  const picture =
    photo === undefined
      ? fetched[name]
      : {
          bytes: world.store.received(photo).bytes,
          isJpeg: world.started(photo)?.mime === JPEG,
          addTo: (id: string) => world.store.copy(photo, id),
        };
  if (!picture) throw new Refused(unfetched());
  if (picture.bytes > MAX_PICTURE_BYTES)
    throw new Refused(metaError(36000, 2207004, 'The image is too large to download.'));
  if (!picture.isJpeg) throw new Refused(metaError(36001, 2207005, 'The image format is not supported.'));
  return picture;
}

function beginCarousel(call: MetaCall, start: Omit<Start, 'at'>): string {
  const { world, params, hooks } = call;
  const items = itemsIn(params.children ?? '');
  if (items.length < ITEMS.from || items.length > ITEMS.to)
    throw new Refused(metaError(100, 2207028, 'A carousel has 2 to 10 items.'));
  for (const item of items) {
    const { product, owner, at = 0 } = world.started(item) ?? {};
    if (product !== 'carousel_item' || owner !== start.owner) throw new Refused(objectMissing(item));
    if (statusCode(call, item, at) !== 'FINISHED')
      throw new Refused(metaError(9007, 2207027, 'The media is not ready, please wait for a moment.'));
  }
  const id = world.begin({ ...start, items });
  world.process(id, hooks.processing(id));
  return id;
}

/** A JSON array, or ids with commas between them. */
function itemsIn(text: string): string[] {
  const given = text.startsWith('[') ? parsed('children', text) : text.split(',');
  return (Array.isArray(given) ? given : []).map(String).filter((id) => id !== '');
}

type StatusCode = 'IN_PROGRESS' | 'FINISHED' | 'PUBLISHED' | 'ERROR' | 'EXPIRED';

export function statusCode(call: MetaCall, id: string, since: number): StatusCode {
  const now = call.world.now();
  if (call.world.finished(id)) return 'PUBLISHED';
  if (now > since + DAY_MS) return 'EXPIRED';
  const phase = phaseOf(processingOf(call, id), now);
  return phase === 'error' ? 'ERROR' : phase === 'complete' ? 'FINISHED' : 'IN_PROGRESS';
}

const SENTENCES: Record<StatusCode, string> = {
  IN_PROGRESS: 'In Progress: Media is still being processed.',
  FINISHED: 'Finished: Media has been uploaded and it is ready to be published.',
  PUBLISHED: 'Published: Media has been published.',
  ERROR: 'Error: Media upload has failed with error code ',
  EXPIRED: 'Expired: Media container was not published within 24 hours.',
};

const status: Edge = {
  answer(call) {
    const { world, node: id, params } = call;
    const start = world.started(id);
    if (!start) return objectMissing(id);
    const code = statusCode(call, id, start.at);
    const processing = processingOf(call, id);
    const phase = phaseOf(processing, world.now());
    const node = {
      id,
      status: SENTENCES[code] + (code === 'ERROR' ? String(processing?.rejection?.code) : ''),
      status_code: code,
      video_status: {
        uploading_phase: uploadingPhase(call, id),
        processing_phase: processingPhase(phase, processing),
      },
    };
    return ok(pick(node, params.fields, 'id'));
  },
};

export const containerEdges: Record<string, Edge> = { 'ig.create': create, 'ig.status': status };
