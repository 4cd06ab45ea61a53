import { tmpdir } from 'node:os';
import { UploadRoom } from './upload-room';

const enter = (room: UploadRoom, freeBytes: number) => room.enter(tmpdir(), { user: 1, freeBytes });

it('refuses what the uploads under way of a user have no room for together', async () => {
  const room = new UploadRoom();
  const [first, second] = [await enter(room, 100), await enter(room, 100)];
  expect(first.take(60)).toBeUndefined();
  expect(second.take(41)).toMatchObject({ code: 'storage_quota_exceeded' });
  expect(second.take(40)).toBeUndefined();
  first.leave(false);
  expect(second.take(60)).toBeUndefined();
});

it('counts a stored upload once, also for one that begins before it has left', async () => {
  const room = new UploadRoom();
  const first = await enter(room, 100);
  expect(first.take(60)).toBeUndefined();
  first.settle();
  const second = await enter(room, 40);
  expect(second.take(30)).toBeUndefined();
  first.leave(true);
  expect(second.take(10)).toBeUndefined();
  expect(second.take(1)).toMatchObject({ code: 'storage_quota_exceeded' });
});

it('counts a stored upload for those that had begun before', async () => {
  const room = new UploadRoom();
  const [first, second] = [await enter(room, 100), await enter(room, 100)];
  expect(first.take(60)).toBeUndefined();
  first.settle();
  first.leave(true);
  expect(second.take(41)).toMatchObject({ code: 'storage_quota_exceeded' });
  expect(second.take(40)).toBeUndefined();
});
