import { get, post, put } from '../../api';
import type { Caption, Post, Schemas, Slot, Uploaded } from '../../types';
import { sendFile, sendReplacement } from './upload/sendFile';
import type { FileToSend, Sending } from './upload/sendFile';

/** `resource` is the list's path below /api, as react-admin names it. */

export type ScheduleBatch = Schemas['BatchDto'];

/** With its attempts. */
export const fetchPost = (resource: string, id: number) => get<Post>(`/${resource}/${id}`);

export const editPost = (resource: string, id: number, change: Schemas['EditPostDto']) =>
  put<Post>(`/${resource}/${id}`, change);

/** `null` unschedules it. */
export const reschedulePost = (resource: string, id: number, scheduledFor: string | null) =>
  put<Post>(`/${resource}/${id}/reschedule`, { scheduled_for: scheduledFor });

export const retryPost = (resource: string, id: number) => post<Post>(`/${resource}/${id}/retry`);

/** Makes a failed post pending again, without a time, to be edited or deleted. */
export const unscheduleFailedPost = (resource: string, id: number) =>
  post<Post>(`/${resource}/${id}/retry`, { unscheduled: 1 });

/** Removes a failed post from the home screen. */
export const dismissPost = (resource: string, id: number) => post<Post>(`/${resource}/${id}/dismiss`);

export const uploadPost = (resource: string, file: FileToSend, sending: Sending) =>
  sendFile<Uploaded>(`/api/${resource}`, file, sending);

export const replaceFile = (
  resource: string,
  id: number,
  file: Pick<FileToSend, 'file' | 'poster'>,
  sending: Sending,
) => sendReplacement<Post>(`/api/${resource}/${id}/file`, file, sending);

export const postFromLibrary = (resource: string, choice: Schemas['LibraryPicks']) =>
  post<Uploaded>(`/${resource}`, choice);

/** All or none. */
export const scheduleBatch = (batch: ScheduleBatch) =>
  post<Schemas['CalendarItemsView']>('/calendar/batch', batch);

/** Predicted times of unscheduled posts of all kinds, by the posting frequency. */
export const fetchAutomaticSlots = async (from: Date, to: Date): Promise<Slot[]> =>
  (
    await get<Pick<Schemas['CalendarWindowView'], 'slots'>>(
      `/calendar?from=${from.toISOString()}&to=${to.toISOString()}`,
    )
  ).slots;

export const fetchCaptionChoices = () => get<Caption[]>('/captions');
