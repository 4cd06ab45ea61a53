import type { Channel } from '../posts/channel';
import { facebookVideos } from '../videos/channel';
import type { PostKind } from './calls';

interface Kind {
  /** As one of them is called. */
  label: string;
  /** For the dialogs and actions that the screens of posts have, too. */
  channel: Channel;
  /** Of its colour in calendar.css. */
  className: string;
}

const photoTexts = {
  one: 'photo',
  schedule: 'Schedule Photo',
  rescheduled: 'Photo rescheduled successfully',
  rescheduleFailed: 'Failed to reschedule photo',
  deleted: 'Photo deleted successfully',
  deleteFailed: 'Failed to delete photo',
  retried: 'Photo is back in line',
  retryFailed: 'Failed to retry photo',
};

export const KINDS: Record<PostKind, Kind> = {
  video: { label: 'Facebook video', channel: facebookVideos, className: 'kind-video' },
  instagram_video: {
    label: 'Instagram video',
    channel: { ...facebookVideos, resource: 'instagram-videos', title: 'Instagram Videos' },
    className: 'kind-instagram',
  },
  photo: {
    label: 'Photo',
    channel: {
      ...facebookVideos,
      resource: 'photos',
      title: 'Photos',
      texts: { ...facebookVideos.texts, ...photoTexts },
    },
    className: 'kind-photo',
  },
};

export const ALL_KINDS = Object.keys(KINDS) as PostKind[];
