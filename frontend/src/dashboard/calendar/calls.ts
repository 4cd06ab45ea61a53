import { get } from '../../api';
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

/** From and to are days, 'YYYY-MM-DD', in the user's zone; `to` is exclusive. */
export const fetchCalendar = (from: string, to: string) =>
  get<CalendarWindow>(`/calendar?from=${from}&to=${to}`);
