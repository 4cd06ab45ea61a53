import { authorize } from './admission';
import { ok, offsetInvalid, partialRequest, uploadError, type Answer } from './answer';
import type { Edge, MetaCall } from './call';
import type { Kind } from './store';
import { processingOf } from './video-node';

/** An accepted upload: its bytes start at `offset` and end at `size`. */
export interface Transfer {
  offset: number;
  size: number;
  /** False as soon as a later upload of the same object has started. */
  isOpen(): boolean;
}

const PUSHED: readonly Kind[] = ['reel', 'story_video', 'container'];

/**
 * Opens `POST /video-upload/{version}/{video}` and `/ig-api-upload/{version}/{container}` when the head of the request
 * has arrived. The body runs from `offset` to the end of the file; `bytesEdge` answers after it.
 */
export function openTransfer(call: MetaCall): { transfer: Transfer } | { refusal: Answer } {
  const { world, node: id } = call;
  const kind = world.started(id)?.kind;
  const refusal = authorize(call) ?? call.hooks.admitted?.();
  if (refusal) return { refusal };
  if (!kind || !PUSHED.includes(kind))
    return { refusal: uploadError('ParameterValidationError', `No upload session ${id}`, false, 404) };
  const { offset, size } = sizesOf(call);
  const wrong = refuseSizes(call, offset, size);
  if (wrong) return { refusal: wrong };
  world.store.replace(id, 'upload', { file_size: size });
  world.beginWriting(id, call);
  return { transfer: { offset, size, isOpen: () => world.isWriting(id, call) } };
}

export function sizesOf({ headers }: Pick<MetaCall, 'headers'>): { offset: number; size: number } {
  const numberIn = (text: unknown) => (/^\d{1,15}$/.test(String(text)) ? Number(text) : NaN);
  return { offset: numberIn(headers.offset), size: numberIn(headers.file_size) };
}

function refuseSizes({ headers, world, node: id }: MetaCall, offset: number, size: number) {
  if (headers.file_url !== undefined)
    return uploadError('ProcessingFailedError', 'Nothing is fetched from other addresses');
  if (Number.isNaN(offset + size))
    return uploadError('ParameterValidationError', 'Header Offset not convertable to unsigned long');
  const length = headers['content-length'];
  if (size === 0 || (length !== undefined && offset + Number(length) !== size)) return partialRequest();
  const { bytes, size: agreed = size } = world.upload(id);
  if (bytes > 0 && agreed !== size)
    return uploadError('ParameterValidationError', `The size of this file is ${agreed}`);
  return offset === bytes ? undefined : offsetInvalid(offset);
}

const bytesEdge = (success: object): Edge => ({
  pageTokenOnly: true,
  answer(call) {
    const { world, node: id } = call;
    if (!world.upload(id).isComplete || !world.isWriting(id, call)) return partialRequest();
    processingOf(call, id);
    return ok(success);
  },
});

export const bytesEdges: Record<string, Edge> = {
  'reels.bytes': bytesEdge({ success: true }),
  'ig.bytes': { ...bytesEdge({ success: true, message: 'Upload successful.' }), pageTokenOnly: false },
};
