import type { Post } from '../../types';
import { filesOf, type ChosenFile } from './chosenFile';
import {
  changeOf,
  fieldsOfPost,
  isCoverToSend,
  isSamePost,
  isTimeFirst,
  newTime,
  storedPost,
  touchedOf,
  withContent,
  withTime,
  type Edit,
} from './editing';
import type { FittingTarget } from './sending';
import type { EditedPost } from './unsentPost';

const medium: Post['media'][0] = {
  ...{
    media_id: 'a'.repeat(32),
    type: 'image' as const,
    alt_text: null,
    thumbnail_path: null,
    size_bytes: 5,
  },
  ...{ file_path: 'x.png?signature=1', width: 1000, height: 1000, duration_ms: null },
};

const post = (more: Partial<Post> = {}): Post =>
  ({
    ...{ id: 5, title: 'Rye', description: 'Old', first_comment: null, link: null, draft: 0, cover: null },
    ...{
      scheduled_for: '2027-06-10T08:30:00.000Z',
      media: [medium],
      shared_video_id: null,
      status: 'pending',
    },
    ...more,
  }) as Post;

const ZONE = 'Asia/Kolkata';

function edit(change: Partial<EditedPost>, of = post()): Edit {
  const before = fieldsOfPost(of, ZONE);
  const filesBefore = filesOf(of);
  return { before, now: { ...before, ...change }, filesBefore, files: filesBefore };
}

const on = (...networks: ('facebook' | 'instagram')[]) =>
  networks.map((network) => ({ network, format: 'reel' }) as FittingTarget);

const film = (more: Partial<Post> = {}) =>
  post({ media: [{ ...medium, type: 'video', duration_ms: 4_000, file_path: 'x.mp4?s=1' }], ...more });

describe('a change of a post', () => {
  it('has nothing where nobody touched anything, and only what somebody did', () => {
    expect(changeOf(edit({ text: 'Old ' }), on('facebook'), null)).toEqual({});
    expect(changeOf(edit({ toGroup: true }), on('facebook'), null)).toEqual({});
    expect(changeOf(edit({ text: ' ', title: 'Oat', toGroup: true }), on('facebook'), null)).toEqual({
      title: 'Oat',
      description: null,
      apply_to_group: 1,
    });
    expect(changeOf(edit({ draft: true, link: 'https://a.b' }), [], null)).toEqual({
      link: 'https://a.b',
      draft: 1,
    });
  });

  it('names its files when one of them is another, or means something else', () => {
    const { filesBefore, ...rest } = edit({});
    const [file] = filesBefore as [ChosenFile];
    const files = [{ ...file, altText: ' A loaf ' }];
    expect(changeOf({ ...rest, filesBefore, files }, [], null).media).toEqual([
      { media_id: medium.media_id, alt_text: 'A loaf' },
    ]);
    expect(changeOf({ ...rest, filesBefore, files: [] }, [], null).media).toEqual([]);
    const [own] = filesOf(post({ media: [{ ...medium, media_id: null }] })) as [ChosenFile];
    expect(changeOf({ ...rest, filesBefore, files: [{ ...own, key: 'f1' }] }, [], null).media).toEqual([
      { alt_text: null },
    ]);
  });

  it('sends Facebook the frame as a picture, or leaves the cover to it', () => {
    const moved = edit({ cover: { atMs: 900 } }, film());
    expect(changeOf(moved, on('instagram'), null).cover).toEqual({ at_ms: 900 });
    expect(changeOf(moved, on('instagram', 'facebook'), 'f').cover).toEqual({ media_id: 'f' });
    expect(changeOf(moved, on('facebook'), null).cover).toBeNull();
    expect(
      changeOf(edit({ cover: null }, film({ cover: { at_ms: 5 } })), on('instagram'), null).cover,
    ).toBeNull();
  });

  it('sends an untouched cover only with another film', () => {
    const same = edit({}, film({ cover: { at_ms: 5 } }));
    expect(isCoverToSend(same)).toBe(false);
    const [before] = same.files as [ChosenFile];
    expect(isCoverToSend({ ...same, files: [{ ...before, key: 'f1' }] })).toBe(true);
    const picture = film({ cover: { media_id: 'c', file_path: 'c.jpg?s=1' } });
    expect(isCoverToSend(edit({}, picture))).toBe(false);
  });
});

describe('the time of a post', () => {
  it('is that of its user, and stays where nobody touched it', () => {
    expect(edit({}).before.time).toBe('2027-06-10T14:00');
    expect(newTime(edit({}))).toBeUndefined();
    expect(newTime(edit({ time: '' }))).toBeNull();
    expect(newTime(edit({ time: '2027-06-11T09:00' }))).toBe('2027-06-11 09:00:00');
  });

  it('changes first where the post could go out in between', () => {
    const first = (change: Partial<EditedPost>, of = post()) => isTimeFirst(edit(change, of));
    expect(first({ time: '2027-07-01T09:00' })).toBe(true);
    expect(first({ time: '2027-01-01T09:00' })).toBe(false);
    expect(first({ time: '' })).toBe(false);
    expect(first({ time: '2027-07-01T09:00', draft: true })).toBe(false);
    expect(first({ time: '2027-01-01T09:00' }, post({ scheduled_for: null }))).toBe(true);
    expect(first({ time: '2027-01-01T09:00', draft: false }, post({ draft: 1 }))).toBe(true);
  });
});

it('knows a post again by what the fields show, whatever its links', () => {
  const signedAnew = post({ media: [{ ...medium, file_path: 'x.png?signature=2' }] });
  expect(isSamePost(post(), signedAnew, ZONE)).toBe(true);
  expect(isSamePost(post(), post({ status: 'processing' }), ZONE)).toBe(true);
  expect(isSamePost(post(), post({ first_comment: 'x' }), ZONE)).toBe(false);
  expect(isSamePost(post(), post({ media: [] }), ZONE)).toBe(false);
});

it('takes what it has stored itself for known, and what others changed for news', () => {
  const { now, files, ...rest } = edit({ text: 'New', time: '2027-06-11T09:00' });
  const answer = post({ description: 'New', title: 'By another tab', media: [] });
  const change = changeOf({ now, files, ...rest }, [], null);
  const stored = withContent(storedPost(post(), ZONE), { now, files, ...rest }, change, answer);
  expect(stored.post).toEqual(post({ description: 'New' }));
  expect([stored.fields.text, newTime({ before: stored.fields, now })]).toEqual([
    'New',
    '2027-06-11 09:00:00',
  ]);
  const later = withTime(
    stored,
    { now, files, ...rest },
    post({ scheduled_for: '2027-06-11T03:30:00.000Z' }),
  );
  expect(newTime({ before: later.fields, now })).toBeUndefined();
  expect([later.post.title, later.post.scheduled_for]).toEqual(['Rye', '2027-06-11T03:30:00.000Z']);
});

it('keeps only fields that were touched', () => {
  const { before, now } = edit({ text: 'New' });
  expect([touchedOf(before, now), touchedOf(before, before)]).toEqual([{ text: 'New' }, null]);
});
