import { get, post, put } from '../../api';
import type { Caption, Post, PostKind, Slot, Uploaded } from '../../types';

export interface AtInterval {
  items: { kind: PostKind; id: number }[];
  /** 'YYYY-MM-DD HH:mm:00' on the person's wall clock. */
  start: string;
  every_minutes: number;
}

export interface LibraryChoice {
  shared_video_ids: number[];
  /** In the order of the ids. */
  titles: string[];
}

/** The calls of these screens that are no list, record or delete, by their name. */
export const postCalls = {
  editPost: (resource: string, id: number, change: { title: string; description: string | null }) =>
    put<Post>(`/${resource}/${id}`, change),
  /** With its attempts. */
  wholePost: (resource: string, id: number) => get<Post>(`/${resource}/${id}`),
  /** All or none. */
  scheduleAtInterval: (batch: AtInterval) => post<unknown>('/calendar/batch', batch),
  /** When posts without a time have their turn, as things stand; of all kinds. */
  automaticSlots: async (from: Date, to: Date): Promise<Slot[]> =>
    (await get<{ slots: Slot[] }>(`/calendar?from=${from.toISOString()}&to=${to.toISOString()}`)).slots,
  postFromLibrary: (resource: string, choice: LibraryChoice) =>
    post<Uploaded>(`/${resource}`, choice),
  captionChoices: () => get<Caption[]>('/captions'),
};
