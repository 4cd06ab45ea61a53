import { get, post } from '../../api';
import type { Post, PostKind } from '../../types';

export interface CalendarItem extends Post {
  kind: PostKind;
  /** Where it stands in the calendar. */
  at: string;
}

/** An automatic publication to come, as things stand. */
export interface CalendarSlot {
  kind: PostKind;
  at: string;
  why: 'frequency' | 'library';
  /** The item whose turn it is. */
  id: number | null;
  shared_video_id: number | null;
  title: string | null;
  thumbnail_path: string | null;
}

export interface CalendarWindow {
  items: CalendarItem[];
  slots: CalendarSlot[];
}

export interface Batch {
  items: { kind: PostKind; id: number }[];
  /** 'YYYY-MM-DD HH:mm:00' in the user's zone. */
  start: string;
  every_minutes: number;
}

/** The calls of this screen that are no list, record or delete, by their name. */
export const calendarCalls = {
  /** Edges are days, 'YYYY-MM-DD', in the user's zone; `to` is exclusive. */
  calendar: (from: string, to: string) => get<CalendarWindow>(`/calendar?from=${from}&to=${to}`),
  scheduleBatch: (batch: Batch) => post<Pick<CalendarWindow, 'items'>>('/calendar/batch', batch),
};
