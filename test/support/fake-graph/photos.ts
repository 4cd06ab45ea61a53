import { createHash } from 'node:crypto';
import { metaError, objectMissing, type Answer } from './faults';
import { listed, metaTime, ok, pick, type Edge, type Exchange } from './exchange';
import { isLive } from './reels';
import type { Photo, Post } from './world';

const upload: Edge = {
  allowed: [
    'source',
    'caption',
    'message',
    'published',
    'temporary',
    'alt_text_custom',
    'scheduled_publish_time',
    'unpublished_content_type',
    'no_story',
  ],
  pageTokenOnly: true,
  answer(x) {
    const bytes = x.files.source?.bytes;
    if (!bytes || bytes.length === 0) return metaError(324, null, '(#324) Missing or invalid image file');
    if (bytes.length > 10 * 1024 * 1024 || !isImage(bytes)) {
      return metaError(
        1,
        1366046,
        'Photos should be smaller than 4 MB and saved as JPG, PNG, GIF, TIFF, HEIF or WebP files.',
        {
          status: 400,
        },
      );
    }
    const caption = x.params.caption ?? x.params.message ?? '';
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const photo: Photo = { id: x.world.nextId(), page: x.page!, sha256, caption };
    x.world.photos.set(photo.id, photo);
    if (x.params.published === 'false') return ok({ id: photo.id });
    return ok({ id: photo.id, post_id: makePublic(x, caption, [photo]).id });
  },
};

function isImage(bytes: Buffer): boolean {
  return ['ffd8ff', '89504e47', '47494638', '424d', '49492a00', '4d4d002a'].some((magic) =>
    bytes.subarray(0, 4).toString('hex').startsWith(magic),
  );
}

const feed: Edge = {
  allowed: [
    'message',
    'attached_media',
    'link',
    'published',
    'scheduled_publish_time',
    'unpublished_content_type',
    'targeting',
    'feed_targeting',
  ],
  pageTokenOnly: true,
  answer(x) {
    const ids = attachedIds(x.params);
    const photos = ids
      .map((id) => x.world.photos.get(id))
      .filter((photo) => photo?.page === x.page) as Photo[];
    if (photos.length < ids.length) return objectMissing(ids.join());
    if (photos.length === 0 && !x.params.message) return metaError(100, null, '(#100) Nothing to post');
    for (const photo of photos) {
      if (postsOf(x).some((post) => post.photos.includes(photo))) {
        x.checker.flag('second-public-call', `feed of photo ${photo.id}, call ${x.call.nth}`);
      }
    }
    return ok({ id: makePublic(x, x.params.message ?? '', photos).id });
  },
};

/** Comes as a JSON array, or as attached_media[0], attached_media[1], … */
function attachedIds(params: Record<string, string>): string[] {
  const parse = (text: string): Array<{ media_fbid: string }> => {
    try {
      return [JSON.parse(text) as Array<{ media_fbid: string }>].flat();
    } catch {
      return [{ media_fbid: text }];
    }
  };
  return Object.entries(params)
    .filter(([name]) => /^attached_media(\[\d+\])?$/.test(name))
    .flatMap(([, text]) => parse(text))
    .map(({ media_fbid }) => media_fbid);
}

function makePublic(x: Exchange, message: string, photos: Photo[]): Post {
  const at = x.settings.now();
  const page = x.page!;
  const post: Post = { id: `${page.id}_${x.world.nextId()}`, page, message, photos, at };
  x.world.posts.set(post.id, post);
  x.checker.publish(page.id, {
    kind: photos.length > 0 ? 'photo' : 'post',
    pageId: page.id,
    objectId: post.id,
    caption: message,
    title: '',
    bytesSha256: photos.map((photo) => photo.sha256).join(),
    at: new Date(at),
  });
  return post;
}

function postsOf(x: Exchange): Post[] {
  return [...x.world.posts.values()].filter((post) => post.page === x.page);
}

function attachmentsOf(page: string, media: Array<{ id: string; type: 'photo' | 'video' }>): unknown {
  const one = ({ id, type }: { id: string; type: string }) => ({
    media_type: type,
    type,
    target: { id, url: `https://www.facebook.com/${page}/${type}s/${id}/` },
  });
  if (media.length <= 1) return { data: media.map(one) };
  return { data: [{ media_type: 'album', type: 'album', subattachments: { data: media.map(one) } }] };
}

function postNode(post: Post): Record<string, unknown> {
  return {
    id: post.id,
    message: post.message === '' ? undefined : post.message,
    created_time: metaTime(post.at),
    permalink_url: `https://www.facebook.com/${post.id.replace('_', '/posts/')}`,
    status_type: post.photos.length > 0 ? 'added_photos' : 'mobile_status_update',
    attachments: attachmentsOf(
      post.page.id,
      post.photos.map(({ id }) => ({ id, type: 'photo' as const })),
    ),
  };
}

/** Videos and reels are posts of the page, too. */
const list: Edge = {
  answer(x) {
    const photos = postsOf(x).map((post) => ({ at: post.at, node: postNode(post) }));
    const videos = [...x.world.videos.values()]
      .filter((video) => video.page === x.page && isLive(x, video))
      .map((video) => ({
        at: video.finishedAt!,
        node: {
          id: video.postId,
          message: video.description === '' ? undefined : video.description,
          created_time: metaTime(video.finishedAt!),
          permalink_url: `https://www.facebook.com/reel/${video.id}/`,
          status_type: 'added_video',
          attachments: attachmentsOf(video.page.id, [{ id: video.id, type: 'video' }]),
        },
      }));
    const fields = 'created_time,message';
    return listed(
      x,
      [...photos, ...videos].map(({ at, node }) => ({ at, node: pick(node, x.params.fields, fields) })),
    );
  },
};

const readPost: Edge = {
  answer(x) {
    const post = x.world.posts.get(x.id);
    return post ? ok(pick(postNode(post), x.params.fields, 'created_time,message')) : objectMissing(x.id);
  },
};

const readPhoto: Edge = {
  answer(x) {
    const photo = x.world.photos.get(x.id);
    if (!photo) return objectMissing(x.id);
    const post = [...x.world.posts.values()].find((one) => one.photos.includes(photo));
    const at = metaTime(post?.at ?? x.settings.now());
    const link = `https://www.facebook.com/photo.php?fbid=${photo.id}`;
    const node = { id: photo.id, created_time: at, name: photo.caption, link, page_story_id: post?.id };
    return ok(pick(node, x.params.fields, 'created_time'));
  },
};

/** Of a photo, a post or a video that nobody needs. What was public stays in the record of what was. */
const remove: Edge = {
  answer(x): Answer {
    const { photos, posts, videos } = x.world;
    return photos.delete(x.id) || posts.delete(x.id) || videos.delete(x.id)
      ? ok({ success: true })
      : objectMissing(x.id);
  },
};

export const photos: Record<string, Edge> = {
  photos: upload,
  feed,
  'posts.list': list,
  'post.read': readPost,
  'photo.read': readPhoto,
  delete: remove,
};
