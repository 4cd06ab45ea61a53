import { get } from '../../../api';
import type { QueueStanding } from '../records';

export const fetchQueue = () => get<QueueStanding>('/admin/queue');
