import { metaError, objectMissing, ok } from './answer';
import { accountOf, type Edge, type Linked, type MetaCall } from './call';
import { metaTime, pick } from './fields';
import { containerEdges, statusCode } from './instagram-containers';
import { listedPosts } from './lists';
import { JPEG } from './photo-addresses';
import type { Product, Start } from './store';

const DAY_MS = 86_400_000;
const QUOTA = 100;

const KINDS = {
  reel: 'ig_reel',
  photo: 'ig_photo',
  carousel: 'ig_carousel',
  story: 'ig_story',
} as const;

const notFound = (words = 'The media with the given creation_id cannot be found.') =>
  metaError(24, 2207006, words);

/** `POST /{ig-user}/media_publish`: publishes a container. */
const publish: Edge = {
  on: 'instagram',
  answer(call) {
    const { world, params, hooks } = call;
    const { id: account, quota = QUOTA } = accountOf(call);
    const id = params.creation_id ?? '';
    const start = world.started(id);
    if (start?.kind !== 'container' || start.owner !== account) return notFound();
    const { product = 'reel', items = [], caption = '' } = start;
    if (product === 'carousel_item') return notFound();
    const code = statusCode(call, id, start.at);
    if (code === 'PUBLISHED') return notFound('The media was published already.');
    if (code === 'EXPIRED') return metaError(24, 2207008, 'The media builder expired.');
    if (code !== 'FINISHED')
      return metaError(9007, 2207027, 'The media is not ready for publishing, please wait for a moment.');
    if (usedToday(call, account, quota) >= quota)
      return metaError(
        9,
        2207042,
        'You reached the maximum number of posts that is allowed to be published.',
      );
    // Comes first: the items must be visible at the moment when the carousel is.
    for (const item of items) world.store.replace(item, 'attached', { post: id });
    const finished = world.finish(id, { caption, live: 'now' });
    if (finished?.public_id === undefined) return notFound('The media was published already.');
    const objectId = finished.public_id;
    hooks.published({
      kind: KINDS[product],
      account,
      objectId,
      sources: items.length > 0 ? items : [id],
      caption,
      title: '',
      at: finished.at,
    });
    return ok({ id: objectId });
  },
};

/** A carousel counts as one. */
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

const PRODUCT_TYPES: Partial<Record<Product, string>> = { reel: 'REELS', story: 'STORY' };

const LINKED: Record<Product, Linked> = {
  reel: 'media',
  photo: 'instagram_post',
  carousel: 'instagram_post',
  carousel_item: 'instagram_post',
  story: 'instagram_story',
};

const mediaTypeOf = ({ product, mime }: Start) => {
  if (product === 'carousel') return 'CAROUSEL_ALBUM';
  return mime === JPEG ? 'IMAGE' : 'VIDEO';
};

function mediaNode({ world, settings, accounts }: MetaCall, id: string): Record<string, unknown> | undefined {
  const media = world.started(id);
  const finish = world.finished(media?.target ?? '');
  const container = world.started(media?.target ?? '');
  // A media that lost the race to publish its container was never public.
  if (!media || !container || finish?.public_id !== id || finish.live_at === null) return undefined;
  const { product = 'reel' } = container;
  const username = accounts.find(media.owner)?.username ?? '';
  return {
    id,
    caption: finish.caption === '' ? undefined : finish.caption,
    media_type: mediaTypeOf(container),
    media_product_type: PRODUCT_TYPES[product] ?? 'FEED',
    shortcode: shortcodeOf(id),
    permalink: settings.permalink(LINKED[product], product === 'story' ? username : media.owner, id),
    timestamp: metaTime(finish.live_at),
    username,
    owner: { id: media.owner },
  };
}

export const shortcodeOf = (id: string) => BigInt(id).toString(36);

const isStory = ({ product }: Start) => product === 'story';

const listOf = (fits: (start: Start) => boolean, lastsMs = Infinity): Edge => ({
  on: 'instagram',
  answer: (call) =>
    listedPosts(
      call,
      ['container'],
      ({ finish }) => pick(mediaNode(call, finish.public_id ?? '') ?? {}, call.params.fields, 'id'),
      { fits, earliestMs: call.world.now() - lastsMs },
    ),
});

const readMedia: Edge = {
  answer(call) {
    const node = mediaNode(call, call.node);
    return node ? ok(pick(node, call.params.fields, 'id')) : objectMissing(call.node);
  },
};

export const instagramEdges: Record<string, Edge> = {
  ...containerEdges,
  'ig.publish': publish,
  'ig.limit': limit,
  'ig.media': listOf((start) => !isStory(start)),
  'ig.stories': listOf(isStory, DAY_MS),
  'ig.permalink': readMedia,
};
