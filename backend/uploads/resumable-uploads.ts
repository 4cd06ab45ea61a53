import { Injectable, Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PIECE_TYPE } from '../common/http/body-limits';
import type { Caller } from '../common/http/caller.decorator';
import { DomainError, unsupportedMedia } from '../common/errors/errors';
import { MediaExamination } from './media-examination';
import { MediaRows } from './media-rows';
import { Tus } from './tus';

const VERSION = '1.0.0';

/** Answers the requests of tus: whose upload it is, what the library says, and what the complete file is. */
@Injectable()
export class ResumableUploads {
  private readonly log = new Logger('ResumableUploads');

  constructor(
    private readonly rows: MediaRows,
    private readonly tus: Tus,
    private readonly examination: MediaExamination,
  ) {}

  /**
   * @param id of an upload; absent: a new one
   * @param method of the protocol, which a header may name instead of the request
   * @throws DomainError 400, 403, 404, 409, 412, 413, 415, 422, 423, 429
   */
  async answer(
    caller: Caller,
    { raw, method: sent }: FastifyRequest,
    reply: FastifyReply,
    id?: string,
    method = sent,
  ): Promise<void> {
    void reply.header('tus-resumable', VERSION);
    if (method !== 'OPTIONS' && raw.headers['tus-resumable'] !== VERSION) {
      void reply.header('tus-version', VERSION);
      throw new DomainError(412, 'precondition_failed', `Send the header Tus-Resumable: ${VERSION}.`);
    }
    const upload = id === undefined ? undefined : await this.rows.find(caller.id, id, 'This upload');
    const type = raw.headers['content-type'];
    // Only of a real PATCH the type was looked at before.
    if (method === 'PATCH' && type !== undefined && type !== PIECE_TYPE)
      throw unsupportedMedia(`Send pieces as ${PIECE_TYPE}.`);
    const response = await this.tus.answer(caller, raw, method, upload?.id);
    if (method === 'PATCH' && upload) await this.examine(caller.id, upload.id, response);
    const headers = [...response.headers].filter(([name]) => !/^access-control-|^content-length$/.test(name));
    await reply.status(response.status).headers(Object.fromEntries(headers)).send();
  }

  /** Whatever goes wrong here is done when somebody asks for the file: the bytes have arrived. */
  private async examine(userId: number, id: string, { headers }: Response): Promise<void> {
    try {
      const row = await this.rows.find(userId, id, 'This file');
      if (Number(headers.get('upload-offset')) === row.size_bytes) await this.examination.examined(row);
    } catch (error) {
      this.log.warn({ err: error }, 'a complete upload could not be examined yet');
    }
  }
}
