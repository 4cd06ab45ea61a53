import { metaError, objectMissing } from './faults';
import { begin, disturb, listed, metaTime, ok, pick, type Edge, type Exchange } from './exchange';
import { Ingest } from './ingest';
import { closeIngest, openIngest, processingPhase, uploadingPhase } from './reels';
import { phaseOf, type Container, type PageSpec } from './world';

const dayMs = 24 * 60 * 60 * 1000;

const create: Edge = {
  allowed: [
    'media_type',
    'upload_type',
    'caption',
    'thumb_offset',
    'share_to_feed',
    'cover_url',
    'collaborators',
    'audio_name',
    'location_id',
    'user_tags',
    'is_ai_generated',
    'trial_params',
  ],
  answer(x) {
    if (x.params.media_type !== 'REELS')
      return metaError(100, 2207023, `Unknown media type ${String(x.params.media_type)}`);
    if (x.params.upload_type !== 'resumable')
      return metaError(100, null, 'The parameter video_url is required');
    if ((x.params.caption ?? '').length > 2200) return metaError(36004, 2207010, 'The caption was too long.');
    const id = x.world.nextId();
    x.world.containers.set(id, {
      id,
      page: x.page!,
      caption: x.params.caption ?? '',
      ingest: new Ingest(),
      createdAt: x.settings.now(),
      expired: false,
      processing: { startedAt: null, ms: x.settings.processingMs },
      publishedAt: null,
      mediaId: x.world.nextId(),
    });
    return ok({ id, uri: `${x.urls.ruploadUrl}/ig-api-upload/${x.settings.version}/${id}` });
  },
};

const bytes: Edge = {
  open(x) {
    const container = x.world.containers.get(x.id);
    if (container) disturb(container.processing, x.action);
    return openIngest(x, container?.ingest, () => {
      if (container) begin(container.processing, x);
    });
  },
  answer(x) {
    const success = { success: true, message: 'Upload successful.' };
    return closeIngest(x, x.world.containers.get(x.id)!.ingest, success);
  },
};

type StatusCode = 'IN_PROGRESS' | 'FINISHED' | 'PUBLISHED' | 'ERROR' | 'EXPIRED';

function statusCode(x: Exchange, container: Container): StatusCode {
  if (container.publishedAt !== null) return 'PUBLISHED';
  if (container.expired || x.settings.now() > container.createdAt + dayMs) return 'EXPIRED';
  const phase = phaseOf(container.processing, x.settings.now());
  return phase === 'error' ? 'ERROR' : phase === 'complete' ? 'FINISHED' : 'IN_PROGRESS';
}

const sentences: Record<StatusCode, string> = {
  IN_PROGRESS: 'In Progress: Media is still being processed.',
  FINISHED: 'Finished: Media has been uploaded and it is ready to be published.',
  PUBLISHED: 'Published: Media has been published.',
  ERROR: 'Error: Media upload has failed with error code ',
  EXPIRED: 'Expired: Media container was not published within 24 hours.',
};

const status: Edge = {
  answer(x) {
    const container = x.world.containers.get(x.id);
    if (!container) return objectMissing(x.id);
    const code = statusCode(x, container);
    const phase = phaseOf(container.processing, x.settings.now());
    const rejection = code === 'ERROR' ? String(container.processing.rejection?.code) : '';
    const node = {
      id: container.id,
      status: sentences[code] + rejection,
      status_code: code,
      video_status: {
        uploading_phase: uploadingPhase(container.ingest),
        processing_phase: processingPhase(phase, container.processing),
      },
    };
    return ok(pick(node, x.params.fields, 'id'));
  },
};

const publish: Edge = {
  allowed: ['creation_id'],
  answer(x) {
    const container = x.world.containers.get(x.params.creation_id ?? '');
    if (container?.page !== x.page || !container) {
      return metaError(24, 2207006, 'The media with the given creation_id cannot be found.');
    }
    const code = statusCode(x, container);
    if (code === 'PUBLISHED') {
      x.checker.flag('second-public-call', `ig.publish of ${container.id}, call ${x.call.nth}`);
      return metaError(24, 2207006, 'The media was published already.');
    }
    if (code === 'EXPIRED') return metaError(24, 2207008, 'The media builder expired.');
    if (!container.ingest.complete) {
      x.checker.flag(
        'finish-before-bytes',
        `ig.publish of ${container.id} at ${container.ingest.received} bytes`,
      );
    }
    if (code !== 'FINISHED')
      return metaError(9007, 2207027, 'The media is not ready for publishing, please wait for a moment.');
    if (usage(x, container.page) >= quotaOf(container.page)) {
      return metaError(
        9,
        2207042,
        'You reached the maximum number of posts that is allowed to be published.',
      );
    }
    container.publishedAt = x.settings.now();
    x.checker.publish(container.page.igId!, {
      kind: 'ig_reel',
      pageId: container.page.id,
      objectId: container.mediaId,
      caption: container.caption,
      title: '',
      bytesSha256: container.ingest.sha256,
      at: new Date(container.publishedAt),
    });
    return ok({ id: container.mediaId });
  },
};

function publishedOn(x: Exchange, page: PageSpec): Container[] {
  return [...x.world.containers.values()].filter((one) => one.page === page && one.publishedAt !== null);
}

function usage(x: Exchange, page: PageSpec): number {
  return publishedOn(x, page).filter((one) => one.publishedAt! > x.settings.now() - dayMs).length;
}

function quotaOf(page: PageSpec): number {
  return page.igQuota ?? 100;
}

const limit: Edge = {
  answer(x) {
    const config = { quota_total: quotaOf(x.page!), quota_duration: 86400 };
    const node = { quota_usage: usage(x, x.page!), config };
    const { id: _id, ...picked } = pick(node, x.params.fields, 'quota_usage');
    return ok({ data: [picked] });
  },
};

function mediaNode(container: Container): Record<string, unknown> {
  const shortcode = BigInt(container.mediaId).toString(36);
  return {
    id: container.mediaId,
    caption: container.caption === '' ? undefined : container.caption,
    media_type: 'VIDEO',
    media_product_type: 'REELS',
    shortcode,
    permalink: `https://www.instagram.com/reel/${shortcode}/`,
    timestamp: metaTime(container.publishedAt!),
    username: container.page.igUsername ?? 'someone',
  };
}

const media: Edge = {
  answer(x) {
    const nodes = publishedOn(x, x.page!).map((one) => ({
      at: one.publishedAt!,
      node: pick(mediaNode(one), x.params.fields, 'id'),
    }));
    return listed(x, nodes);
  },
};

const permalink: Edge = {
  answer(x) {
    const container = x.world.containerOfMedia(x.id);
    return container ? ok(pick(mediaNode(container), x.params.fields, 'id')) : objectMissing(x.id);
  },
};

export const instagram: Record<string, Edge> = {
  'ig.create': create,
  'ig.bytes': bytes,
  'ig.status': status,
  'ig.publish': publish,
  'ig.limit': limit,
  'ig.media': media,
  'ig.permalink': permalink,
};
