import { get, post, put } from '../../api';
import { CallsOnce } from '../../callsOnce';
import { arrival } from '../../lazyPart';
import type { Caption, Post, Schemas, Uploaded } from '../../types';
import { sendFile, sendReplacement } from './upload/sendFile';
import type { FileToSend, Sending } from './upload/sendFile';
import { isLarge } from './upload/resumable/stoppedUpload';

/** `resource` is the list's path below /api, as react-admin names it. */

export type ScheduleBatch = Schemas['BatchDto'];

/** With its attempts. */
export const fetchPost = (resource: string, id: number) => get<Post>(`/${resource}/${id}`);

/** 1: it never goes out; 0 releases it. */
export const setDraft = (id: number, draft: 0 | 1) => put<Post>(`/posts/${id}`, { draft });

/** A draft with the same file, without a time. */
export const duplicatePost = (id: number, calls: CallsOnce) => calls.post<Post>(`/posts/${id}/duplicate`);

/** Each on its own. */
export const changePosts = (change: Schemas['ChangePostsDto'], calls = new CallsOnce()) =>
  calls.post<Schemas['ChangedPostsView']>('/posts/bulk', change);

/** `null` unschedules it. */
/** `was`: the time that is undone; the server keeps any later change. */
export const reschedulePost = (
  resource: string,
  id: number,
  scheduledFor: string | null,
  was?: string | null,
) =>
  put<Schemas['RescheduledPostView']>(`/${resource}/${id}/reschedule`, { scheduled_for: scheduledFor, was });

export const retryPost = (resource: string, id: number) => post<Post>(`/${resource}/${id}/retry`);

/** The first comment of a published post. */
export const retryComment = (id: number) => post<Post>(`/posts/${id}/first-comment`);

/** Makes a failed post pending again, without a time, to be edited or deleted. */
export const unscheduleFailedPost = (resource: string, id: number) =>
  post<Post>(`/${resource}/${id}/retry`, { unscheduled: 1 });

/** Removes a failed post from the home screen. */
export const dismissPost = (resource: string, id: number) => post<Post>(`/${resource}/${id}/dismiss`);

/** In one request. */
export const uploadWhole = (resource: string, file: FileToSend, sending: Sending) =>
  sendFile<Uploaded>(`/api/${resource}`, file, sending);

/** A large file in pieces, so that it can go on where a lost connection stopped it. */
export const uploadPost = (resource: string, file: FileToSend, sending: Sending) =>
  isLarge(file.file) ? sendInPieces(resource, file, sending) : uploadWhole(resource, file, sending);

async function sendInPieces(resource: string, file: FileToSend, sending: Sending): Promise<Uploaded> {
  const { sendResumable } = await arrival(() => import('./upload/resumable/sendResumable'));
  return sendResumable(resource, file, sending);
}

export const replaceFile = (
  resource: string,
  id: number,
  file: Pick<FileToSend, 'file' | 'poster'>,
  sending: Omit<Sending, 'onWay'>,
) => sendReplacement<Post>(`/api/${resource}/${id}/file`, file, sending);

export const postFromLibrary = (resource: string, choice: Schemas['LibraryPicks'], calls: CallsOnce) =>
  calls.post<Uploaded>(`/${resource}`, choice);

/** All or none. */
export const scheduleBatch = (batch: ScheduleBatch) => post<Schemas['BatchView']>('/calendar/batch', batch);

export const fetchCaptionChoices = () => get<Caption[]>('/captions');
