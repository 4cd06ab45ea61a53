import type { ComponentType } from 'react';
import type { ImageRules, VideoRules } from '../../../../backend/media/rules';
import type { PostKind } from '../../types';
import type { PostTexts } from './listTexts';
import type { LazyPart } from '../../lazyPart';
import type { PostListProps, PostPreviewProps } from './postDialog';
import type { Reading } from './upload/reading';
import { TEXTS } from './texts';

/** What the upload needs to know of a format. */
export interface UploadFormat {
  /** react-admin's resource, which is its path below /api. */
  resource: string;
  media: 'video' | 'image';
  rules: VideoRules | ImageRules;
  /** Checks a file against the rules before the upload. */
  read: (file: File) => Promise<Reading>;
  /** Name of the file part in the upload's multipart body. */
  fileField: string;
  /** Name of the title's part; absent: 'titles[]'. */
  titleField?: string;
  /** Uploads have only a title, no text or time. */
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

/** What differs between the screens of posts. */
export interface ScreenFormat extends UploadFormat {
  kind: PostKind;
  network: 'facebook' | 'instagram';
  /** The user's field with the interval of unscheduled posts. */
  frequency: 'upload_frequency' | 'photo_upload_frequency';
  /** Whether shared videos can be used. */
  library: boolean;
  title: string;
  lead: string;
  texts: PostTexts;
  /** Components of the list on wide and narrow screens, of its skeleton and of the preview. */
  views: {
    Wide: ComponentType<PostListProps>;
    Narrow: ComponentType<PostListProps>;
    Loading: ComponentType<{ wide: boolean }>;
    Preview: LazyPart<PostPreviewProps>;
  };
}

export const NETWORK_NAME = { facebook: TEXTS.facebook, instagram: TEXTS.instagram };
