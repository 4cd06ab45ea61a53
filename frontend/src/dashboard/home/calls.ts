import { get } from '../../api';
import type { Post, PostKind } from '../../types';

export interface Coming {
  kind: PostKind;
  at: string;
  why: 'time' | 'frequency' | 'library';
  /** `null`: the shared library will provide it. */
  item: Post | null;
}

export interface Gone {
  kind: PostKind;
  /** When it failed or went out. */
  at: string;
  item: Post;
}

export interface Outlook {
  next: Coming[];
  /** Pending, without a time. */
  waiting: number;
  failed: Gone[];
  last: Gone | null;
}

export const homeCalls = { outlook: () => get<Outlook>('/calendar/outlook') };
