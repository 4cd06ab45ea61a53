import { get } from '../../../api';
import type { Failure, Schemas } from '../../../types';

export const fetchQueue = () => get<Schemas['AdminQueueView']>('/admin/queue');

export const fetchFailures = () => get<Failure[]>('/admin/failures');
