import { FACEBOOK_VIDEO, PHOTO } from '../../../../../backend/media/rules';
import { readPhoto } from './readPhoto';
import { readVideo } from './readVideo';

it('takes a folder that was dropped for what it is not', async () => {
  const cannotBeRead = () => Promise.reject(new Error('a folder'));
  const folder = { size: 4096, slice: () => ({ arrayBuffer: cannotBeRead }) } as unknown as File;
  expect(await readVideo(folder, FACEBOOK_VIDEO)).toEqual({
    violation: 'Only MP4 videos are supported',
    poster: null,
  });
  expect(await readPhoto(folder, PHOTO)).toEqual({
    violation: 'Only image files are supported (JPEG, PNG, GIF)',
    poster: null,
  });
});
