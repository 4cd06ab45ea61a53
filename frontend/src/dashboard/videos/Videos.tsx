import { FACEBOOK_VIDEO } from '../../../../backend/media/rules';
import type { Channel } from '../posts/channel';
import { PostsScreen } from '../posts/PostsScreen';
import { readVideo } from '../posts/upload/readVideo';
import { VIDEO_CHANNEL } from '../posts/videoChannel';

const channel: Channel = {
  ...VIDEO_CHANNEL,
  resource: 'videos',
  kind: 'video',
  network: 'facebook',
  title: 'Facebook Videos',
  lead: 'Videos for your Facebook Page, each at its time.',
  rules: FACEBOOK_VIDEO,
  read: (file) => readVideo(file, FACEBOOK_VIDEO),
};

export default function Videos() {
  return <PostsScreen channel={channel} />;
}
