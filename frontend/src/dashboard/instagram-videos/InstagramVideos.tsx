import { INSTAGRAM_VIDEO } from '../../../../backend/media/rules';
import type { Channel } from '../posts/channel';
import { PostsScreen } from '../posts/PostsScreen';
import { readVideo } from '../posts/upload/readVideo';
import { VIDEO_CHANNEL } from '../posts/videoChannel';

const channel: Channel = {
  ...VIDEO_CHANNEL,
  resource: 'instagram-videos',
  kind: 'instagram_video',
  network: 'instagram',
  title: 'Instagram Videos',
  lead: 'Reels for your Instagram account, each at its time.',
  rules: INSTAGRAM_VIDEO,
  read: (file) => readVideo(file, INSTAGRAM_VIDEO),
};

export default function InstagramVideos() {
  return <PostsScreen channel={channel} />;
}
