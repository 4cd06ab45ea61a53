import { AccountPosts } from '../../../backend/accounts/removal/account-posts';
import { Changes } from '../../../backend/database/changes';
import { Database } from '../../../backend/database/database';
import { useApp } from '../../support/app';
import type { Client } from '../../support/client';
import { fixture } from '../../support/media';
import { addAccount } from '../../support/more-accounts';
import { addSharedVideo } from '../../support/shared-library';
import { PORTRAIT, videoPart, videoUploads } from '../../support/video-uploads';

const PHOTO = fixture('photo.jpg');

const app = useApp();
const { usage, filesKept, leavesNothing, send } = videoUploads(app);

let user: Client;
let page: number;
let second: number;
let reels: number;

const db = () => app.running.nest.get(Database);
const add = (more: Parameters<typeof addAccount>[2], owner = user) =>
  addAccount(app.running.nest, owner.user.id, more);
const accountOf = async (network: string) =>
  (await db().row<{ id: number }>(
    'SELECT id FROM accounts WHERE user_id = ? AND network = ? AND is_default = 1',
    [user.user.id, network],
  ))!.id;

beforeEach(async () => {
  user = await app.users.subscriber({ connected: true });
  page = await accountOf('facebook');
  second = await add({ id: '900100', name: 'Second Page' });
  reels = await add({ id: '900200', name: 'reels', network: 'instagram', is_default: 1 });
});

const ids = (...chosen: unknown[]) => ({ account_ids: chosen.map(String) });
const accountsIn = (items: any[]) => items.map(({ account }) => account?.id);

describe('a new post', () => {
  it.each([
    ['videos', '/api/videos', PORTRAIT],
    ['photos', '/api/photos', PHOTO],
  ])('of %s is made for each file and account, with bytes of its own', async (collection, path, file) => {
    const before = await filesKept();
    const titles = ['One', 'Two'];
    const { status, body } = await user.upload(
      path,
      [file, file],
      { titles, ...ids(second, page) },
      collection,
    );
    expect(status).toBe(201);
    const items = body[collection];
    expect(items.map(({ title }: any) => title)).toEqual(['One', 'One', 'Two', 'Two']);
    expect(accountsIn(items)).toEqual([second, page, second, page]);
    expect(items[0].account).toEqual({ id: second, name: 'Second Page', network: 'facebook' });
    const bytes = items.reduce((sum: number, { size_bytes }: any) => sum + Number(size_bytes), 0);
    expect(await usage(user)).toEqual({ tasks: 4, bytes });
    expect((await filesKept()).length - before.length).toBe(4);
    for (const { id } of items.slice(0, 3)) expect((await user.delete(`${path}/${id}`)).status).toBe(200);
    const left = (await user.get(`${path}/${items[3].id}`)).body;
    const media = await fetch(`${app.url}/storage/${left.file_path}`);
    expect([media.status, (await media.arrayBuffer()).byteLength]).toEqual([200, left.size_bytes]);
    expect(await usage(user)).toEqual({ tasks: 1, bytes: left.size_bytes });
  });

  it('of an Instagram video is made for accounts of Instagram', async () => {
    const other = await add({ id: '900201', network: 'instagram' });
    const { body } = await user.upload('/api/instagram/videos', [PORTRAIT], ids(reels, other));
    expect(accountsIn(body.videos)).toEqual([reels, other]);
  });

  it('goes to the default account when none is named', async () => {
    expect(accountsIn((await user.upload('/api/videos', [PORTRAIT])).body.videos)).toEqual([page]);
    expect(accountsIn((await user.upload('/api/instagram/videos', [PORTRAIT])).body.videos)).toEqual([reels]);
  });

  it('is made once for an account that is named twice, also by fields that follow the files', async () => {
    const fields = [second, page, second].map((id, n) => ({ name: `account_ids[${n}]`, value: ` ${id} ` }));
    const { status, body } = await send(user, [videoPart(), ...fields]);
    expect(status).toBe(201);
    expect(accountsIn(body.videos)).toEqual([second, page]);
  });

  it('is refused with all others for one account that is not there to post to', async () => {
    const foreign = await add({ id: '900301' }, await app.users.subscriber());
    const removed = await add({ id: '900302', removed_at: 5 });
    for (const bad of [foreign, removed, reels, 999_999, 0, -1, 1.5, 'x', '', '1e1', 99_999_999_999]) {
      const { status, body } = await leavesNothing(user, () =>
        user.upload('/api/videos', [PORTRAIT, PORTRAIT], ids(page, bad)),
      );
      expect([bad, status, Object.keys(body.errors ?? {})]).toEqual([bad, 422, ['account_ids']]);
    }
  });

  it('is refused when an account is removed while the upload comes in', async () => {
    const removing = await app.running.nest.get(AccountPosts).removing(user.user.id, second, null);
    // Between the look at the accounts and the unit that needs them.
    const changes = app.running.nest.get(Changes);
    const commit = changes.commit.bind(changes);
    jest.spyOn(changes, 'commit').mockImplementationOnce(async (...unit) => {
      expect(await commit(removing, { user: user.user.id, account: 'all' })).not.toBeNull();
      return commit(...unit);
    });
    const { status, body } = await leavesNothing(user, () =>
      user.upload('/api/videos', [PORTRAIT], ids(page, second)),
    );
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['account_ids']]);
  });

  it('is made for all accounts or for none when the quota ends half-way', async () => {
    user = await app.users.subscriber({ tasks: 3 });
    page = await add({ id: '900400', is_default: 1 });
    second = await add({ id: '900401' });
    const two = [PORTRAIT, PORTRAIT];
    const refused = await leavesNothing(user, () => user.upload('/api/videos', two, ids(page, second)));
    expect([refused.status, refused.body.error]).toEqual([422, 'task_quota_exceeded']);
    expect((await user.upload('/api/videos', [PORTRAIT], ids(page, second))).status).toBe(201);
    const race = Array.from({ length: 4 }, () => user.upload('/api/videos', [PORTRAIT], ids(page)));
    expect((await Promise.all(race)).map(({ status }) => status).sort()).toEqual([201, 422, 422, 422]);
    expect((await usage(user)).tasks).toBe(3);
  });

  it('needs storage for each account', async () => {
    const one = (await user.upload('/api/videos', [PORTRAIT])).body.videos[0].size_bytes;
    const small = await app.users.subscriber({ bytes: Math.ceil(one * 1.5) });
    const own = [await add({ id: '900500', is_default: 1 }, small), await add({ id: '900501' }, small)];
    const { status, body } = await leavesNothing(small, () =>
      small.upload('/api/videos', [PORTRAIT], ids(...own)),
    );
    expect([status, body.error]).toEqual([422, 'storage_quota_exceeded']);
    expect((await small.upload('/api/videos', [PORTRAIT], ids(own[1]))).status).toBe(201);
  });
});

describe('a post from the shared library', () => {
  let video: number;
  beforeEach(async () => {
    const admin = await app.users.admin();
    video = await addSharedVideo(admin, 'For all');
    await admin.put(`/api/admin/users/${user.user.id}`, { can_use_shared_videos: 1 });
  });

  const pick = (account_ids?: unknown) =>
    user.post('/api/videos', { shared_video_ids: [video], titles: ['Picked'], account_ids });

  it('is made for each account, and counts as used by each', async () => {
    const { status, body } = await pick([second, page, second]);
    expect(status).toBe(201);
    expect(accountsIn(body.videos)).toEqual([second, page]);
    const uses = await db().rows<{ remote_id: string }>(
      'SELECT remote_id FROM library_uses WHERE user_id = ? ORDER BY remote_id',
      [user.user.id],
    );
    expect(uses.map(({ remote_id }) => remote_id)).toContain('900100');
    expect(uses).toHaveLength(2);
    expect(accountsIn((await pick()).body.videos)).toEqual([page]);
  });

  it.each([[[]], [null], ['x'], [{}], [[0]], [[null]], [[[1]]], [Array.from({ length: 101 }, () => 1)]])(
    'is refused for %j',
    async (account_ids) => {
      const { status, body } = await leavesNothing(user, () => pick(account_ids));
      expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['account_ids']]);
    },
  );

  it('does not move with a removed account to one that has the video already', async () => {
    await pick([page, second]);
    const { status, body } = await user.delete(`/api/accounts/${page}?pending=move&to=${second}`);
    expect([status, body.message]).toEqual([
      409,
      'The other account has the shared video of an item here already. An account posts each one once: delete that item first.',
    ]);
    expect((await user.get(`/api/accounts/${page}`)).body.pending).toBe(1);
  });

  it('is refused for an account of the other network', async () => {
    const { status, body } = await leavesNothing(user, () => pick([page, reels]));
    expect([status, body.errors.account_ids[0]]).toEqual([
      422,
      `The account ${reels} is none of your connected Facebook accounts.`,
    ]);
  });
});
