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

/** The calls of this screen that are no list, record or delete, by their name. */
export const captionCalls = {
  async uploadCaptions(file: File): Promise<BulkResult> {
    const body = new FormData();
    body.append('captions_file', file);
    return (await send('/api/captions', { method: 'POST', body })).json as BulkResult;
  },
};
