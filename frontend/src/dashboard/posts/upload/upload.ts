import { isApiError } from '../../../api';
import { nameWithoutExtension } from '../../../format';
import type { SubscriptionLeft } from '../../../types';
import { TEXTS } from './texts';
import type { Way } from './sendFile';
import type { Progress } from './uploadProgress';

/** `unanswered`: it was sent, and nobody knows whether its posts were made. */
export type UploadState = 'checking' | 'rejected' | 'ready' | 'waiting' | 'sending' | 'failed' | 'unanswered';

export interface Upload {
  id: number;
  file: File;
  title: string;
  /** Empty: one of the user's captions, or the title. */
  description: string;
  /** Of a `datetime-local` input; empty: no time yet. */
  time: string;
  state: UploadState;
  poster: Blob | null;
  posterUrl: string | null;
  /** Why it was rejected or failed. */
  message: string | null;
  progress: Progress | null;
  way: Way;
  /** Its posts may be made already, so that it is too late to cancel it. */
  isAsked: boolean;
  /** It is sent as soon as it is checked. */
  isToFollow: boolean;
}

/** What the user can edit before the upload. */
export type UploadChange = Partial<Pick<Upload, 'title' | 'description' | 'time'>>;

/** The result of one press of the upload button. */
export interface Batch {
  uploaded: number;
  failed: number;
  left: SubscriptionLeft | null;
  subscriptionRequired: boolean;
}

export const NO_BATCH: Batch = { uploaded: 0, failed: 0, left: null, subscriptionRequired: false };

export const newUpload = (id: number, file: File): Upload => ({
  id,
  file,
  title: nameWithoutExtension(file.name),
  description: '',
  time: '',
  state: 'checking',
  poster: null,
  posterUrl: null,
  message: null,
  progress: null,
  way: null,
  isAsked: false,
  isToFollow: false,
});

/** Answers may arrive out of order; the lower remainder is the newer one. */
export function lowerQuota(
  left: SubscriptionLeft | undefined,
  known: SubscriptionLeft | null,
): SubscriptionLeft | null {
  if (!left || !known) return left ?? known;
  return {
    remaining_submissions: Math.min(left.remaining_submissions, known.remaining_submissions),
    remaining_storage: Math.min(left.remaining_storage, known.remaining_storage),
  };
}

export function refusalOf(file: File, error: unknown): string {
  if (!isApiError(error)) return TEXTS.uploadFailed;
  return error.errors[file.name]?.[0] ?? Object.values(error.errors)[0]?.[0] ?? error.message;
}
