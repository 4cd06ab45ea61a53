import type { ComponentType } from 'react';
import type { ImageRules, VideoRules } from '../../../../backend/media/rules';
import type { PostKind } from '../../types';
import type { PostTexts } from './texts';
import type { PostListProps, PostPreviewProps } from './postDialog';
import type { Reading } from './upload/reading';

/** What the upload of a screen has to know. */
export interface UploadFormat {
  /** react-admin's resource, which is its path below /api. */
  resource: string;
  media: 'video' | 'image';
  rules: VideoRules | ImageRules;
  /** Judges a file by those rules before it is sent. */
  read: (file: File) => Promise<Reading>;
  /** Name of the file part in the upload's multipart body. */
  fileField: string;
  /** Name of the title's part; absent: 'titles[]'. */
  titleField?: string;
  /** What is sent has no text or time of its own. */
  titleOnly?: boolean;
  texts: UploadTexts;
}

export interface UploadTexts {
  one: string;
  many: string;
  upload: string;
  uploaded: string;
  uploadFailed: string;
  uploadNeedsSubscription: string;
}

/** What differs between the screens of posts; everything else in this folder is theirs together. */
export interface ScreenFormat extends UploadFormat {
  kind: PostKind;
  network: 'facebook' | 'instagram';
  /** The field of the user's that says how far apart posts without a time are. */
  frequency: 'upload_frequency' | 'photo_upload_frequency';
  /** Whether the shared library has something for it. */
  library: boolean;
  title: string;
  lead: string;
  texts: PostTexts;
  /** How its posts are drawn: on wide and narrow screens, while they load, and one of them large. */
  views: {
    Wide: ComponentType<PostListProps>;
    Narrow: ComponentType<PostListProps>;
    Loading: ComponentType<{ wide: boolean }>;
    Preview: ComponentType<PostPreviewProps>;
  };
}

export const NETWORK_NAME = { facebook: 'Facebook', instagram: 'Instagram' };
