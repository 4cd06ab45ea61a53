import { LOST, ScriptedMeta, type ScriptedCall } from '../../../../test/support/scripted-meta';
import type { SentPost } from '../network';

const WORDS = 'Fresh bread';

interface Post {
  id: string;
  message?: string;
  created_time: string;
  attachments?: unknown;
}

/** A Page that shows photos in one shape. The answer to the first post is lost, after its effect or before it. */
class Page {
  readonly shown: Post[] = [];
  readonly meta = new ScriptedMeta((call) => this.answer(call));
  private calls = 0;
  private photos = 555;

  constructor(
    private readonly shape: (photos: string[]) => object | undefined,
    private readonly more: { story?: boolean; lost?: 'before' | 'after'; only?: 'feed' | 'photo' } = {},
  ) {}

  /** A post that is not the one in question. */
  add(post: Partial<Post>): void {
    const id = `77_${this.shown.length + 1}`;
    this.shown.push({ id, message: WORDS, created_time: this.meta.time(), ...post });
  }

  private answer({ method, path, params }: ScriptedCall): object | typeof LOST | undefined {
    const { story, lost = 'after', only } = this.more;
    if (path === '/77/photos') return { id: String(this.photos++) };
    if (method === 'POST' && path === '/77/feed') {
      const isLost = ++this.calls === 1;
      const photos = (params.attached_media as { media_fbid: string }[]).map((each) => each.media_fbid);
      const message = params.message === '' ? undefined : String(params.message);
      if (!isLost || lost === 'after')
        this.add({ id: `77_9${this.calls}`, message, attachments: this.shape(photos) });
      return isLost ? LOST : { id: `77_9${this.calls}` };
    }
    if (path === '/77/published_posts') return { data: only === undefined ? this.shown : [] };
    if (path === '/77/feed') return { data: only === 'photo' ? [] : this.shown };
    const own = this.shown.find(({ id }) => id.startsWith('77_9'));
    if (path === '/555') return { id: '555', ...(story && own && { page_story_id: own.id }) };
    return path.startsWith('/77_') ? { id: path.slice(1), permalink_url: '/posts/1' } : undefined;
  }
}

const publish = (
  { meta }: Page,
  more: Partial<Parameters<ScriptedMeta['publish']>[1]> = {},
  others?: Parameters<ScriptedMeta['publish']>[2],
) => meta.publish('facebook', { format: 'photo', type: 'image', ...more }, others);

const sent = ({ meta }: Page) => meta.count('POST', '/77/feed');

const PHOTO = { media_type: 'photo', type: 'photo' };
const SHAPES: Record<string, (photos: string[]) => object | undefined> = {
  'no attachments': () => undefined,
  'an empty list': () => ({ data: [] }),
  'a target': ([id]) => ({ data: [{ ...PHOTO, target: { id } }] }),
  'a number as target': ([id]) => ({ data: [{ ...PHOTO, target: { id: Number(id) } }] }),
  'a media_fbid': ([id]) => ({ data: [{ media_fbid: id }] }),
  'a type and an address': () => ({ data: [{ ...PHOTO, url: 'https://www.facebook.com/photos/pfbid02x' }] }),
  'an address that has the id': ([id]) => ({
    data: [{ ...PHOTO, url: `https://www.facebook.com/photo.php?fbid=${id}&type=3` }],
  }),
  'its post as target': () => ({ data: [{ ...PHOTO, target: { id: '77_91' } }] }),
  'an album that names only itself': () => ({ data: [{ media_type: 'album', target: { id: '31337' } }] }),
};

describe.each(Object.keys(SHAPES))('a photo whose answer was lost, shown with %s', (name) => {
  it.each([true, false])('is found, and sent once (photo names its post: %s)', async (story) => {
    const page = new Page(SHAPES[name]!, { story });
    expect(await publish(page)).toMatchObject({ kind: 'published', remoteId: '77_91' });
    expect(sent(page)).toBe(1);
  });

  it('is sent again when it is not there', async () => {
    const page = new Page(SHAPES[name]!, { lost: 'before' });
    expect(await publish(page)).toMatchObject({ kind: 'published', remoteId: '77_92' });
    expect(sent(page)).toBe(2);
  });
});

describe('a photo whose answer was lost', () => {
  const nameless = SHAPES['a type and an address']!;

  it('is known by any of its photos', async () => {
    const page = new Page((photos) => ({ data: [{ media_type: 'album', media_fbid: photos[1] }] }));
    const file = { type: 'image' as const, sizeBytes: 3, durationMs: null, width: 800, height: 800 };
    const further = [
      { ...file, open: () => import('node:stream').then((node) => node.Readable.from(['abc'])) },
    ];
    expect(await publish(page, { further })).toMatchObject({ kind: 'published', remoteId: '77_91' });
    expect(sent(page)).toBe(1);
  });

  it('is found on the feed when the other list does not show it', async () => {
    const page = new Page(nameless, { only: 'feed' });
    expect(await publish(page)).toMatchObject({ kind: 'published', remoteId: '77_91' });
    expect(sent(page)).toBe(1);
  });

  it('is found by its photo, with its link, when no list shows it', async () => {
    const page = new Page(nameless, { only: 'photo', story: true });
    expect(await publish(page)).toEqual({
      kind: 'published',
      remoteId: '77_91',
      permalink: 'https://www.facebook.com/posts/1',
    });
    expect(sent(page)).toBe(1);
  });

  it.each<[string, Partial<Post>]>([
    ['other words', { message: 'Stale bread' }],
    ['another photo, which is named', { attachments: { data: [{ ...PHOTO, target: { id: '4711' } }] } }],
    [
      'a video',
      { attachments: { data: [{ media_type: 'video', type: 'video_inline', url: 'https://x.test/' }] } },
    ],
    ['a link', { attachments: { data: [{ media_type: 'link', type: 'share', url: 'https://x.test/' }] } }],
    ['an earlier time', { created_time: '2020-01-01T00:00:00+0000' }],
  ])('is not taken for another post: %s', async (_what, shown) => {
    const page = new Page(nameless, { lost: 'before' });
    page.add(shown);
    expect(await publish(page)).toMatchObject({ kind: 'published', remoteId: '77_92' });
    expect(sent(page)).toBe(2);
  });

  it('is not taken for the post of another item', async () => {
    const page = new Page(nameless, { lost: 'before' });
    page.add({ attachments: nameless([]) });
    expect(await publish(page, {}, { taken: ['77_1'] })).toMatchObject({ remoteId: '77_92' });
  });

  describe('with another item of the same words in doubt', () => {
    const rival = (page: Page): SentPost => ({
      protocol: 'photo',
      text: WORDS,
      intentAt: page.meta.clock.now() - 1,
    });

    it('is neither sent again nor held to be published when one post is shown', async () => {
      const page = new Page(nameless);
      expect(await publish(page, {}, { rivals: [rival(page)] })).toMatchObject({
        kind: 'refused',
        reason: expect.stringMatching(/could not be confirmed/) as string,
      });
      expect(sent(page)).toBe(1);
    });

    it('is found when both are shown', async () => {
      const page = new Page(nameless);
      page.add({ attachments: nameless([]) });
      expect(await publish(page, {}, { rivals: [rival(page)] })).toMatchObject({ kind: 'published' });
      expect(sent(page)).toBe(1);
    });

    it('is found when the photo names its post', async () => {
      const page = new Page(nameless, { story: true });
      expect(await publish(page, {}, { rivals: [rival(page)] })).toMatchObject({ remoteId: '77_91' });
      expect(sent(page)).toBe(1);
    });
  });
});
