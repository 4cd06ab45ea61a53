import type { Channel } from './channel';
import { ListSkeleton } from './ListSkeleton';
import { PostCards } from './PostCards';
import { PostTable } from './PostTable';
import { lazyPart } from '../../lazyPart';

const Player = lazyPart(() => import('./Player').then((part) => ({ default: part.Player })));

/** What the channels of videos have in common. */
export const VIDEO_CHANNEL = {
  media: 'video',
  frequency: 'upload_frequency',
  library: true,
  fileField: 'videos[]',
  texts: {
    one: 'video',
    many: 'videos',
    upload: 'Upload videos',
    schedule: 'Schedule Video',
    empty: 'No videos available',
    emptyNext: 'Drop your first video above and give it a time.',
    uploaded: 'Videos uploaded successfully!',
    uploadFailed: 'Failed to upload videos',
    uploadNeedsSubscription: 'Active subscription required to upload videos',
    fetchFailed: 'Failed to fetch videos',
    edited: 'Video updated successfully',
    editFailed: 'Failed to update video',
    rescheduled: 'Video rescheduled successfully',
    rescheduleFailed: 'Failed to reschedule video',
    deleted: 'Video deleted successfully',
    deleteFailed: 'Failed to delete video',
    retried: 'Video is back in line',
    retryFailed: 'Failed to retry video',
    needsSubscription:
      'You need an active subscription to manage and upload videos. Please subscribe to a plan to continue.',
  },
  views: { Wide: PostTable, Narrow: PostCards, Loading: ListSkeleton, Preview: Player },
} satisfies Partial<Channel>;
