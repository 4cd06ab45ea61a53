import { FACEBOOK_VIDEO } from '../../../../backend/media/rules';
import type { Channel } from '../posts/channel';
import { PostsScreen } from '../posts/PostsScreen';

const channel: Channel = {
  resource: 'videos',
  title: 'Facebook Videos',
  lead: 'Videos for your Facebook Page, each at its time.',
  rules: FACEBOOK_VIDEO,
  fileField: 'videos[]',
  texts: {
    one: 'video',
    many: 'videos',
    upload: 'Upload videos',
    schedule: 'Schedule Video',
    empty: 'No videos available',
    uploaded: 'Videos uploaded successfully!',
    uploadFailed: 'Failed to upload videos',
    uploadNeedsSubscription: 'Active subscription required to upload videos',
    fetchFailed: 'Failed to fetch videos',
    rescheduled: 'Video rescheduled successfully',
    rescheduleFailed: 'Failed to reschedule video',
    deleted: 'Video deleted successfully',
    deleteFailed: 'Failed to delete video',
    retried: 'Video is back in line',
    retryFailed: 'Failed to retry video',
    needsSubscription:
      'You need an active subscription to manage and upload videos. Please subscribe to a plan to continue.',
  },
};

export default function Videos() {
  return <PostsScreen channel={channel} />;
}
