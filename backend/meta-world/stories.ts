import { metaError, ok } from './answer';
import { accountOf, type Edge, type MetaCall } from './call';
import { pick } from './fields';
import { listedPosts } from './lists';
import { own } from './objects';
import { makePublic, startPushed } from './videos';
import type { Published } from './world';

/** How long a story is shown. */
export const STORY_MS = 24 * 60 * 60_000;

/** `POST /{page}/photo_stories`: makes a story of a photo that was uploaded before and is in no other post. */
const photoStory: Edge = {
  pageTokenOnly: true,
  on: 'page',
  answer(call) {
    const { world, hooks, params } = call;
    const photo = params.photo_id ?? '';
    own(call, photo, 'photo');
    if (world.store.read(photo, 'attached'))
      return metaError(100, null, '(#100) The photo was published in another post before.');
    const owner = accountOf(call).id;
    const story = world.begin({ kind: 'story', owner, photos: [photo] });
    // Comes first: the picture must be visible at the moment when the story is.
    world.store.replace(photo, 'attached', { post: story });
    const finished = world.finish(story, { live: 'now' });
    if (finished)
      hooks.published({
        kind: 'story',
        account: owner,
        objectId: story,
        sources: [photo],
        caption: '',
        title: '',
        at: finished.at,
      });
    return ok({ success: true, post_id: story });
  },
};

/** `POST /{page}/video_stories`: as a reel, but it becomes a story. */
const finish: Edge = {
  pageTokenOnly: true,
  on: 'page',
  answer(call) {
    const id = call.params.video_id ?? '';
    own(call, id, 'story_video');
    const answer = makePublic(call, id, 'now');
    return answer.status === 200
      ? ok({ success: true, post_id: call.world.finished(id)?.public_id })
      : answer;
  },
};

const list: Edge = {
  on: 'page',
  answer: (call) =>
    listedPosts(call, ['story', 'story_video'], (story) => storyNode(call, story), {
      earliestMs: call.world.now() - STORY_MS + 1,
    }),
};

function storyNode({ settings, params }: MetaCall, { id, start, finish: { public_id, live_at } }: Published) {
  const postId = public_id ?? id;
  const node = {
    post_id: postId,
    status: 'PUBLISHED',
    creation_time: String(Math.floor(live_at / 1000)),
    media_type: start.photos ? 'photo' : 'video',
    media_id: start.photos?.[0] ?? id,
    url: settings.permalink('story', start.owner, postId),
  };
  return pick(node, params.fields, 'post_id,status,creation_time,media_type,media_id,url');
}

export const storyEdges: Record<string, Edge> = {
  'stories.start': startPushed('story_video'),
  'stories.finish': finish,
  photo_stories: photoStory,
  'stories.list': list,
};
