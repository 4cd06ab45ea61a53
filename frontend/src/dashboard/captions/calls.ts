import { send } from '../../api';
import type { Schemas } from '../../types';

export type BulkResult = Schemas['BulkView'];

export async function uploadCaptions(file: File): Promise<BulkResult> {
  const body = new FormData();
  body.append('captions_file', file);
  return (await send('/api/captions', { method: 'POST', body })).json as BulkResult;
}
