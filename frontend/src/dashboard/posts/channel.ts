import type { VideoRules } from '../../../../backend/media/rules';

/** What the upload of a screen has to know. */
export interface UploadChannel {
  /** Path under /api, and react-admin's resource. */
  resource: string;
  rules: VideoRules;
  /** Name of the file part in the upload's multipart body. */
  fileField: string;
  /** Name of the title's part; absent: 'titles[]'. */
  titleField?: string;
  texts: {
    one: string;
    many: string;
    upload: string;
    uploaded: string;
    uploadFailed: string;
    uploadNeedsSubscription: string;
  };
}

/** What differs between the screens of posts; everything else in this folder is theirs together. */
export interface Channel extends UploadChannel {
  title: string;
  lead: string;
  texts: UploadChannel['texts'] & {
    schedule: string;
    empty: string;
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
