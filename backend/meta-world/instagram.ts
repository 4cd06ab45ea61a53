import { invalidParameter, metaError, objectMissing, ok } from './answer';
import { accountOf, type Edge, type MetaCall } from './call';
import { metaTime, pick } from './fields';
import { listedPosts } from './lists';
import { phaseOf, processingOf, processingPhase, uploadingPhase } from './video-node';

const DAY_MS = 86_400_000;
const QUOTA = 100;
const MAX_CAPTION = 2_200;

/** `POST /{ig-user}/media`: creates a container for an upload. */
const create: Edge = {
  on: 'instagram',
  answer(call) {
    const { params, settings, world } = call;
    if (params.video_url !== undefined || params.image_url !== undefined)
      return metaError(9004, 2207052, 'The media could not be fetched from this URI.');
    if (params.media_type !== 'REELS') return metaError(100, 2207023, '(#100) Unknown media type.');
    if (params.upload_type !== 'resumable') return invalidParameter('The parameter video_url is required');
    const { caption = '' } = params;
    if (caption.length > MAX_CAPTION) return metaError(36004, 2207010, 'The caption was too long.');
    const id = world.begin({ kind: 'container', owner: accountOf(call).id, caption });
    return ok({ id, uri: `${settings.ruploadUrl}/ig-api-upload/${settings.version}/${id}` });
  },
};

type StatusCode = 'IN_PROGRESS' | 'FINISHED' | 'PUBLISHED' | 'ERROR' | 'EXPIRED';

function statusCode(call: MetaCall, id: string, since: number): StatusCode {
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

/** `POST /{ig-user}/media_publish`: publishes a container. */
const publish: Edge = {
  on: 'instagram',
  answer(call) {
    const { world, params, hooks } = call;
    const { id: account, quota = QUOTA } = accountOf(call);
    const id = params.creation_id ?? '';
    const start = world.started(id);
    if (start?.kind !== 'container' || start.owner !== account)
      return metaError(24, 2207006, 'The media with the given creation_id cannot be found.');
    const code = statusCode(call, id, start.at);
    if (code === 'PUBLISHED') return metaError(24, 2207006, 'The media was published already.');
    if (code === 'EXPIRED') return metaError(24, 2207008, 'The media builder expired.');
    if (code !== 'FINISHED')
      return metaError(9007, 2207027, 'The media is not ready for publishing, please wait for a moment.');
    if (usedToday(call, account, quota) >= quota)
      return metaError(
        9,
        2207042,
        'You reached the maximum number of posts that is allowed to be published.',
      );
    const { caption = '' } = start;
    const finished = world.finish(id, { caption, live: 'now' });
    if (finished?.public_id === undefined) return metaError(24, 2207006, 'The media was published already.');
    const objectId = finished.public_id;
    hooks.published({
      kind: 'ig_reel',
      account,
      objectId,
      sources: [id],
      caption,
      title: '',
      at: finished.at,
    });
    return ok({ id: objectId });
  },
};

function usedToday({ world }: MetaCall, owner: string, limit: number): number {
  const sinceMs = world.now() - DAY_MS + 1;
  return world.published({ owner, kinds: ['container'], sinceMs, limit }).length;
}

const limit: Edge = {
  on: 'instagram',
  answer(call) {
    const { id, quota = QUOTA } = accountOf(call);
    const config = { quota_total: quota, quota_duration: DAY_MS / 1000 };
    const node = { quota_usage: usedToday(call, id, quota), config };
    return ok({ data: [pick(node, call.params.fields, 'quota_usage')] });
  },
};

function mediaNode({ world, settings, accounts }: MetaCall, id: string): Record<string, unknown> | undefined {
  const media = world.started(id);
  const finish = world.finished(media?.target ?? '');
  // A media that lost the race to publish its container was never public.
  if (!media || finish?.public_id !== id || finish.live_at === null) return undefined;
  return {
    id,
    caption: finish.caption === '' ? undefined : finish.caption,
    media_type: 'VIDEO',
    media_product_type: 'REELS',
    shortcode: shortcodeOf(id),
    permalink: settings.permalink('media', media.owner, id),
    timestamp: metaTime(finish.live_at),
    username: accounts.find(media.owner)?.username,
    owner: { id: media.owner },
  };
}

export const shortcodeOf = (id: string) => BigInt(id).toString(36);

const media: Edge = {
  on: 'instagram',
  answer: (call) =>
    listedPosts(call, ['container'], ({ finish }) =>
      pick(mediaNode(call, finish.public_id ?? '') ?? {}, call.params.fields, 'id'),
    ),
};

const readMedia: Edge = {
  answer(call) {
    const node = mediaNode(call, call.node);
    return node ? ok(pick(node, call.params.fields, 'id')) : objectMissing(call.node);
  },
};

export const instagramEdges: Record<string, Edge> = {
  'ig.create': create,
  'ig.status': status,
  'ig.publish': publish,
  'ig.limit': limit,
  'ig.media': media,
  'ig.permalink': readMedia,
};
