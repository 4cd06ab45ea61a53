import type { PostKind } from './calls';

interface Kind {
  /** As one of them is called. */
  label: string;
  noun: 'video' | 'photo';
  /** react-admin's, and the path of its screen. */
  resource: string;
  screen: string;
  /** Of its colour in calendar.css. */
  className: string;
  texts: typeof VIDEO;
}

const VIDEO = {
  schedule: 'Schedule Video',
  rescheduled: 'Video rescheduled successfully',
  rescheduleFailed: 'Failed to reschedule video',
  deleted: 'Video deleted successfully',
  deleteFailed: 'Failed to delete video',
  retried: 'Video is back in line',
  retryFailed: 'Failed to retry video',
};

const PHOTO: typeof VIDEO = {
  schedule: 'Schedule Photo',
  rescheduled: 'Photo rescheduled successfully',
  rescheduleFailed: 'Failed to reschedule photo',
  deleted: 'Photo deleted successfully',
  deleteFailed: 'Failed to delete photo',
  retried: 'Photo is back in line',
  retryFailed: 'Failed to retry photo',
};

export const KINDS: Record<PostKind, Kind> = {
  video: {
    label: 'Facebook video',
    noun: 'video',
    resource: 'videos',
    screen: 'Facebook Videos',
    className: 'kind-video',
    texts: VIDEO,
  },
  instagram_video: {
    label: 'Instagram video',
    noun: 'video',
    resource: 'instagram-videos',
    screen: 'Instagram Videos',
    className: 'kind-instagram',
    texts: VIDEO,
  },
  photo: {
    label: 'Photo',
    noun: 'photo',
    resource: 'photos',
    screen: 'Photos',
    className: 'kind-photo',
    texts: PHOTO,
  },
};

export const ALL_KINDS = Object.keys(KINDS) as PostKind[];
