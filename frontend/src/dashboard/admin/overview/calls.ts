import { get } from '../../../api';
import type { Schemas } from '../../../types';

export const fetchQueue = () => get<Schemas['AdminQueueView']>('/admin/queue');
