import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { Server } from '@tus/server';
import { PIECE_TYPE } from '../common/http/body-limits';
import type { Caller } from '../common/http/caller.decorator';
import { DomainError, notFound, tooLarge } from '../common/errors/errors';
import { Config } from '../config/config';
import { OngoingUploads } from '../media/receiving/ongoing-uploads';
import { watchRate } from '../media/receiving/upload-rate';
import { gatheredBody } from './gathered-body';
import { MediaRemoval } from './media-removal';
import { MediaRows } from './media-rows';
import { movedBack, Pieces } from './pieces';
import { TusStore } from './tus-store';
import { UploadCreation } from './upload-creation';
import { UploadLocks, type UploadLock } from './upload-locks';

const UPLOADS_PATH = '/api/uploads';

/** How long a DELETE waits for a request that still writes the upload. */
const DELETE_WAITS_MS = 4_000;

/** One request on its way through the library. */
interface Passage {
  caller: Caller;
  raw: IncomingMessage;
  method: string;
  lock?: UploadLock;
  failure?: unknown;
}

/** Lets the tus library answer, and turns its refusals into ours. It is loaded with the first upload. */
@Injectable()
export class Tus {
  private server?: Promise<Server>;
  private readonly passages = new WeakMap<object, Passage>();
  private readonly writing = new Map<string, UploadLock>();

  constructor(
    private readonly rows: MediaRows,
    private readonly pieces: Pieces,
    private readonly creation: UploadCreation,
    private readonly locks: UploadLocks,
    private readonly removal: MediaRemoval,
    private readonly underWay: OngoingUploads,
    private readonly config: Config,
  ) {}

  /**
   * @param method in whose place the request may have another
   * @param id of an upload of this caller; absent: a new one
   * @throws DomainError 400, 401, 403, 404, 409, 413, 415, 422, 423, 429
   */
  answer(caller: Caller, raw: IncomingMessage, method: string, id?: string): Promise<Response> {
    return this.underWay.run(raw, async (signal) => {
      const end = () => raw.destroy();
      signal.addEventListener('abort', end, { once: true });
      try {
        return await this.pass({ caller, raw, method }, id);
      } finally {
        signal.removeEventListener('abort', end);
      }
    });
  }

  private async pass(passage: Passage, id?: string): Promise<Response> {
    const server = await (this.server ??= this.load());
    const request = requestOf(passage, id);
    this.passages.set(request, passage);
    const response = await server.handleWeb(request);
    if (passage.failure !== undefined) throw refusalOf(passage.failure);
    if (response.status >= 400)
      throw refusalOf({ status_code: response.status, body: await response.text() });
    return response;
  }

  private async load(): Promise<Server> {
    const { Server } = await import('@tus/server');
    const store = new TusStore(
      this.rows,
      this.pieces,
      this.config,
      (id) => this.writing.get(id),
      (id) => this.removal.removeUpload(id),
    );
    return new Server({
      path: UPLOADS_PATH,
      relativeLocation: true,
      datastore: store,
      maxSize: this.creation.mostBytes,
      namingFunction: () => randomBytes(16).toString('hex'),
      onUploadCreate: async (request, { id, size, metadata }) => {
        await this.creation.create(this.passage(request).caller, id, size ?? 0, metadata);
        return {};
      },
      onResponseError: (request, error) => {
        this.passage(request).failure = error;
        return undefined;
      },
      locker: (request) => ({ newLock: (id) => this.lockFor(this.passage(request), id) }),
    });
  }

  private lockFor(passage: Passage, id: string) {
    return {
      lock: async () => {
        const { method, caller } = passage;
        if (method === 'HEAD') {
          await this.locks.whenFree(id);
          return;
        }
        const end = () => passage.raw.destroy();
        const waitMs = method === 'DELETE' ? DELETE_WAITS_MS : 0;
        passage.lock = await this.locks.take(id, end, { waitMs, caller });
        this.writing.set(id, passage.lock);
        if (method === 'PATCH') watchRate(passage.raw, end);
      },
      unlock: async () => {
        if (!passage.lock) return;
        if (this.writing.get(id) === passage.lock) this.writing.delete(id);
        await passage.lock.release();
      },
    };
  }

  private passage(request: object): Passage {
    const passage = this.passages.get(request);
    if (!passage) throw new Error('This request did not come through `answer`.');
    return passage;
  }
}

/** The library takes the id from the address, so that names the upload that was checked, and nothing of what was sent. */
function requestOf({ raw, method }: Passage, id?: string): Request {
  const { headers } = raw;
  const given = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as [string, string]] : [],
  );
  // The host is nobody's: addresses in answers are relative.
  const address = new URL(id === undefined ? UPLOADS_PATH : `${UPLOADS_PATH}/${id}`, 'http://localhost');
  if (method !== 'PATCH') return new Request(address, { method, headers: given });
  // A body without a type is refused before, so this one is empty. It has been read if that showed only at its end.
  if (headers['content-type'] === undefined) given.push(['content-type', PIECE_TYPE]);
  const body = raw.readableEnded ? undefined : gatheredBody(raw);
  return new Request(address, { method, headers: given, body, duplex: 'half' });
}

const bad = (message: string) => new DomainError(400, 'bad_request', message);

const REFUSALS: Record<number, (() => DomainError) | undefined> = {
  404: () => notFound('This upload'),
  409: movedBack,
  410: () => notFound('This upload'),
  413: () => tooLarge('This is more than the length of the upload, or than an upload may have.'),
  501: () => bad('Upload-Length is needed: the length of an upload is known from the beginning.'),
};

/** The library's own refusals, by their status and first words; ours pass through it unchanged. */
function refusalOf(failure: unknown): unknown {
  if (failure instanceof DomainError) return failure;
  const { status_code: status, body = '' } = failure as { status_code?: number; body?: string };
  const known = status === undefined ? undefined : REFUSALS[status];
  if (known) return known();
  return status === 400 || status === 403 ? bad(sentenceOf(body)) : failure;
}

function sentenceOf(body: string): string {
  if (/Upload-Offset|upload-offset/.test(body))
    return 'Upload-Offset must be a number: where the piece begins.';
  if (/Upload-Length|upload-length/.test(body))
    return 'Upload-Length must be a number: the bytes of the whole file.';
  if (/metadata/i.test(body))
    return 'Upload-Metadata must be pairs of a key and a base64 value, separated by commas.';
  if (/aborted/i.test(body)) return 'The upload broke off. Go on at the offset that HEAD tells.';
  return 'The request is not valid.';
}
