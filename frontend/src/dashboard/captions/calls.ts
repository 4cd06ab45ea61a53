import { send } from '../../api';

export interface SkippedCaption {
  /** Place in the file, from 0. */
  index: number;
  /** Its beginning. */
  content: string;
  reason: string;
}

/** What became of a file of captions. */
export interface BulkResult {
  created: number;
  skipped: SkippedCaption[];
}

export async function uploadCaptions(file: File): Promise<BulkResult> {
  const body = new FormData();
  body.append('captions_file', file);
  return (await send('/api/captions', { method: 'POST', body })).json as BulkResult;
}
