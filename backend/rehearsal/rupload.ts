import type { IncomingMessage } from 'node:http';
import { admitBytes } from './graph-admission';
import { tokenOf } from './graph-call';
import { uploadError } from './graph-refusal';
import type { World } from './graph-world';

interface Transfer {
  offset: number;
  size: number;
}

/** `POST /video-upload/{version}/{video}` and `/ig-api-upload/{version}/{container}`: bytes, from `offset` to the end. */
export async function receiveBytes(world: World, request: IncomingMessage, id: string): Promise<object> {
  const { network } = world;
  const start = await network.started(id);
  if (!start || (start.kind !== 'reel' && start.kind !== 'container'))
    throw uploadError('ParameterValidationError', `There is no upload session ${id}`, false, 404);
  await admitBytes(world, tokenOf(request), start.owner);
  const transfer = transferOf(request);
  await agreeOnSize(world, id, transfer);
  await write(world, request, id, transfer);
  const { bytes } = await network.store.received(id);
  if (bytes < transfer.size)
    throw uploadError('PartialRequestError', 'Partial request (did not match length of file)', true);
  if (start.kind === 'reel') return { success: true };
  await network.digest(id, start.owner);
  return { success: true, message: 'Upload successful.' };
}

function transferOf({ headers }: IncomingMessage): Transfer {
  if (headers.file_url !== undefined)
    throw uploadError('ProcessingFailedError', 'The rehearsal fetches nothing from other addresses', false);
  const offset = headerNumber('Offset', headers.offset);
  const size = headerNumber('File_size', headers.file_size);
  const length = headers['content-length'];
  if (size === 0 || (length !== undefined && offset + Number(length) !== size))
    throw uploadError('PartialRequestError', 'Partial request (did not match length of file)', true);
  return { offset, size };
}

function headerNumber(name: string, value: string | string[] | undefined): number {
  if (typeof value === 'string' && /^\d{1,15}$/.test(value)) return Number(value);
  throw uploadError(
    'ParameterValidationError',
    `Header ${name} not convertable to unsigned long with value ${String(value)}`,
    false,
  );
}

async function agreeOnSize({ network }: World, id: string, { offset, size }: Transfer): Promise<void> {
  await network.store.keep(id, 'upload', { file_size: size });
  const agreed = await network.fileSize(id);
  const { bytes } = await network.store.received(id);
  if (agreed !== size && bytes > 0)
    throw uploadError('ParameterValidationError', `The size of this file is ${agreed ?? 0}`, false);
  if (agreed !== size) await network.store.replace(id, 'upload', { file_size: size });
  // Behind what has come is no gap: a sender that was cut off may have asked before its last bytes were on disk.
  if (offset > bytes) throw uploadError('OffsetInvalidError', `Expected offset ${bytes}`, true, 412);
}

/** Each byte is written at its own place, so two senders of one file cannot spoil each other's work. */
async function write(
  { network }: World,
  request: IncomingMessage,
  id: string,
  { offset, size }: Transfer,
): Promise<void> {
  const handle = await network.store.openBytes(id);
  try {
    let position = offset;
    for await (const chunk of request as AsyncIterable<Buffer>) {
      if (position + chunk.length > size)
        throw uploadError('PartialRequestError', 'Partial request (did not match length of file)', true);
      await handle.write(chunk, 0, chunk.length, position);
      position += chunk.length;
    }
  } finally {
    await handle.close();
  }
}
