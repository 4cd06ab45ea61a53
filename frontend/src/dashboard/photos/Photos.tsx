import { PHOTO } from '../../../../backend/media/rules';
import type { Channel } from '../posts/channel';
import { PostsScreen } from '../posts/PostsScreen';
import { readPhoto } from '../posts/upload/readPhoto';
import { PhotoGrid } from './PhotoGrid';
import { PhotosLoading } from './PhotosLoading';
import { lazyPart } from '../../lazyPart';

const PhotoPreview = lazyPart(() =>
  import('./PhotoPreview').then((part) => ({ default: part.PhotoPreview })),
);

const channel: Channel = {
  resource: 'photos',
  kind: 'photo',
  media: 'photo',
  network: 'facebook',
  frequency: 'photo_upload_frequency',
  library: false,
  title: 'Photos',
  lead: 'Photos for your Facebook Page, each at its time.',
  rules: PHOTO,
  read: (file) => readPhoto(file, PHOTO),
  fileField: 'photos[]',
  texts: {
    one: 'photo',
    many: 'photos',
    upload: 'Upload photos',
    schedule: 'Schedule Photo',
    empty: 'No photos',
    emptyNext: 'Upload photos to get started',
    uploaded: 'Photos uploaded successfully!',
    uploadFailed: 'Failed to upload photos',
    uploadNeedsSubscription: 'Active subscription required to upload photos',
    fetchFailed: 'Failed to fetch photos',
    edited: 'Photo updated successfully',
    editFailed: 'Failed to update photo',
    rescheduled: 'Photo rescheduled successfully',
    rescheduleFailed: 'Failed to reschedule photo',
    deleted: 'Photo deleted successfully',
    deleteFailed: 'Failed to delete photo',
    retried: 'Photo is back in line',
    retryFailed: 'Failed to retry photo',
    needsSubscription:
      'You need an active subscription to manage and upload photos. Please subscribe to a plan to continue.',
  },
  views: { Wide: PhotoGrid, Narrow: PhotoGrid, Loading: PhotosLoading, Preview: PhotoPreview },
};

export default function Photos() {
  return <PostsScreen channel={channel} />;
}
