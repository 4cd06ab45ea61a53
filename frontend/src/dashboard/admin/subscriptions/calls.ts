import { put } from '../../../api';
import type { AdminSubscription } from '../../../types';

export const endSubscription = (id: number) =>
  put<AdminSubscription>(`/admin/subscriptions/${id}`, { status: 'inactive' });
