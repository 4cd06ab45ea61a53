import type { PostStatus } from '../../../types';
import { readId, readOneOf, readText, type ListAddress } from '../../layout/listAddress';
import { TEXTS } from './texts';

export const STATUSES: PostStatus[] = [
  'pending',
  'scheduled',
  'processing',
  'uploaded',
  'published',
  'failed',
];

export const SORTS = {
  newest: { label: TEXTS.newestFirst, field: 'id', order: 'DESC' },
  oldest: { label: TEXTS.oldestFirst, field: 'id', order: 'ASC' },
  time: { label: TEXTS.latestTimeFirst, field: 'scheduled_for', order: 'DESC' },
  title: { label: TEXTS.titleAToZ, field: 'title', order: 'ASC' },
} as const;

export type SortName = keyof typeof SORTS;

export const POSTS_ADDRESS: ListAddress = {
  filters: { q: readText, status: readOneOf(STATUSES), account_id: readId },
  sorts: Object.values(SORTS),
};
