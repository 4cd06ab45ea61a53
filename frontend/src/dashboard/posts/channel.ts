import type { VideoRules } from '../../../../backend/media/rules';

/** What differs between the screens of posts; everything else in this folder is theirs together. */
export interface Channel {
  /** Path under /api, and react-admin's resource. */
  resource: string;
  title: string;
  lead: string;
  rules: VideoRules;
  /** Name of the file part in the upload's multipart body. */
  fileField: string;
  texts: {
    one: string;
    many: string;
    upload: string;
    schedule: string;
    empty: string;
    uploaded: string;
    uploadFailed: string;
    uploadNeedsSubscription: string;
    fetchFailed: string;
    rescheduled: string;
    rescheduleFailed: string;
    deleted: string;
    deleteFailed: string;
    retried: string;
    retryFailed: string;
    needsSubscription: string;
  };
}
