import { graphError, invalidParameter, missingObject } from './graph-refusal';
import { uploadingPhase } from './graph-video-node';
import { metaTime, pick } from './graph-view';
import { pageOfPosts } from './graph-posts';
import { rehearseLostAnswer, type Edge, type World } from './graph-world';
import { GRAPH_VERSION, username } from './rehearsal-account';

const DAY_MS = 86_400_000;
const QUOTA = 100;
const MAX_CAPTION = 2_200;

/** `POST /{ig-user}/media`: a container for bytes. */
export const createContainer: Edge = async ({ network, origin }, { params }, account) => {
  if (params.has('video_url') || params.has('image_url'))
    throw graphError(9004, 'The media could not be fetched from this URI.', {
      subcode: 2207052,
      userMessage: 'The rehearsal fetches nothing from other addresses; use upload_type=resumable.',
    });
  if (params.get('media_type') !== 'REELS')
    throw graphError(100, '(#100) Unknown media type.', { subcode: 2207023 });
  if (params.get('upload_type') !== 'resumable')
    throw invalidParameter('The parameter video_url is required');
  const caption = params.get('caption');
  if (caption !== undefined && caption.length > MAX_CAPTION)
    throw graphError(36004, 'The caption was too long.', { subcode: 2207010 });
  const id = await network.begin({ kind: 'container', owner: account, ...(caption && { caption }) });
  return { id, uri: `${origin}/ig-api-upload/${GRAPH_VERSION}/${id}` };
};

/** `POST /{ig-user}/media_publish`: the one public call. */
export const publishContainer: Edge = async (world, { params }, account) => {
  const { network } = world;
  const container = params.get('creation_id') ?? '';
  const start = await network.started(container);
  if (start?.kind !== 'container' || start.owner !== account)
    throw graphError(24, 'The requested resource does not exist', { subcode: 2207008 });
  let published = await network.finished(container);
  if (!published) {
    await demandReady(world, container);
    if ((await usedToday(world, account)) >= QUOTA)
      throw graphError(9, 'Application request limit reached', { subcode: 2207042 });
    const media = await network.begin({ kind: 'media', owner: account, target: container });
    published = await network.publish(container, account, {
      caption: start.caption,
      live: 'now',
      media_id: media,
    });
  }
  await rehearseLostAnswer(world, account);
  return { id: published.media_id };
};

/** `GET /{ig-user}/content_publishing_limit` */
export const readPublishingLimit: Edge = async (world, _call, account) => ({
  data: [
    {
      config: { quota_total: QUOTA, quota_duration: DAY_MS / 1000 },
      quota_usage: await usedToday(world, account),
    },
  ],
});

/** `GET /{ig-user}/media` */
export const listMedia: Edge = (world, call, account) =>
  pageOfPosts(world, call, { owner: account, kinds: ['container'] }, async ({ finish }) =>
    pick(await mediaNode(world, finish.media_id ?? ''), call.params.get('fields'), ['id']),
  );

/** `GET /{container}` */
export async function containerNode(world: World, id: string): Promise<Record<string, unknown>> {
  const { code, sentence, bytes, size } = await containerState(world, id);
  const processing =
    code === 'IN_PROGRESS' && size !== undefined && bytes >= size ? 'in_progress' : 'not_started';
  return {
    id,
    status_code: code,
    status: sentence,
    video_status: {
      uploading_phase: uploadingPhase({ bytes, size }),
      processing_phase: { status: PROCESSED[code] ?? processing },
    },
  };
}

/** `GET /{ig-media}` */
export async function mediaNode(world: World, id: string): Promise<Record<string, unknown>> {
  const media = await world.network.started(id);
  const container = media?.target;
  const finish = container === undefined ? undefined : await world.network.finished(container);
  // A media whose container names another one lost a race and was never published.
  if (!media || finish?.media_id !== id || finish.live_at === null) throw missingObject(id);
  return {
    id,
    caption: finish.caption,
    media_type: 'VIDEO',
    media_product_type: 'REELS',
    permalink: world.permalink('media', id),
    shortcode: BigInt(id).toString(36),
    timestamp: metaTime(finish.live_at),
    username: username(media.owner),
    owner: { id: media.owner },
  };
}

const PROCESSED: Record<string, string> = { FINISHED: 'complete', PUBLISHED: 'complete', ERROR: 'error' };

async function demandReady(world: World, container: string): Promise<void> {
  const { code, sentence } = await containerState(world, container);
  if (code === 'ERROR') throw graphError(352, sentence, { subcode: 2207026 });
  if (code === 'EXPIRED') throw graphError(-2, sentence, { subcode: 2207020 });
  if (code !== 'FINISHED')
    throw graphError(9007, 'Media ID is not available', {
      subcode: 2207027,
      userMessage: 'The media is not ready for publishing, please wait for a moment.',
    });
}

async function containerState({ network }: World, id: string) {
  const start = await network.started(id);
  if (start?.kind !== 'container') throw missingObject(id);
  const [size, { bytes }, finish] = await Promise.all([
    network.fileSize(id),
    network.store.received(id),
    network.finished(id),
  ]);
  if (size !== undefined && bytes >= size) await network.digest(id, start.owner);
  const now = network.clock.now();
  const processing = await network.processing(id);
  const state = (code: string, sentence: string) => ({ code, sentence, bytes, size });
  if (finish) return state('PUBLISHED', 'Published: Media has been successfully published.');
  if (now - start.at > DAY_MS)
    return state('EXPIRED', 'Expired: The container was not published in 24 hours.');
  if (!processing || now < processing.ready_at)
    return state('IN_PROGRESS', 'In Progress: Media is still being processed.');
  if (processing.rejected) return state('ERROR', 'Error: Media upload has failed with error code 2207026');
  return state('FINISHED', 'Finished: Media has been uploaded and it is ready to be published.');
}

async function usedToday({ network }: World, account: string): Promise<number> {
  const sinceMs = network.clock.now() - DAY_MS;
  return (await network.published({ owner: account, kinds: ['container'], sinceMs, limit: QUOTA })).length;
}
