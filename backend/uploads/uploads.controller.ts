import {
  Controller,
  Delete,
  Get,
  Head,
  NotFoundException,
  Options,
  Param,
  Patch,
  Post,
  Req,
  Res,
  UseGuards,
} from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentUser, type Caller } from '../common/http/caller.decorator';
import { DomainError } from '../common/errors/errors';
import { ActiveSubscriptionGuard } from '../subscriptions/active-subscription.guard';
import { MediaRows } from './media-rows';
import { ResumableUploads } from './resumable-uploads';

/** Methods that some networks and clients let nobody send; by tus, a header may name them. */
const OVERRIDES = ['HEAD', 'PATCH', 'DELETE'] as const;

/**
 * tus 1.0 with the extensions creation, termination and expiration. That protocol speaks in headers and has a document
 * of its own; ours describes the files that come of it.
 */
@ApiExcludeController()
@UseGuards(ActiveSubscriptionGuard)
@Controller('uploads')
export class UploadsController {
  constructor(
    private readonly uploads: ResumableUploads,
    private readonly rows: MediaRows,
  ) {}

  @Post()
  create(
    @CurrentUser() caller: Caller,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.uploads.answer(caller, request, reply);
  }

  @Options()
  describe(
    @CurrentUser() caller: Caller,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.uploads.answer(caller, request, reply);
  }

  // Before GET, for which the framework would make a HEAD of its own.
  @Head(':id')
  offset(
    @CurrentUser() caller: Caller,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.uploads.answer(caller, request, reply, id);
  }

  @Get(':id')
  async get(
    @CurrentUser() caller: Caller,
    @Param('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<never> {
    await this.rows.find(caller.id, id, 'This upload');
    void reply.header('allow', 'HEAD, PATCH, DELETE');
    throw new DomainError(405, 'method_not_allowed', 'An upload is no download. Ask for the file at /media.');
  }

  @Patch(':id')
  send(
    @CurrentUser() caller: Caller,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.uploads.answer(caller, request, reply, id);
  }

  @Post(':id')
  overridden(
    @CurrentUser() caller: Caller,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const method = OVERRIDES.find((each) => each === request.headers['x-http-method-override']);
    if (!method) throw new NotFoundException();
    return this.uploads.answer(caller, request, reply, id, method);
  }

  @Delete(':id')
  discard(
    @CurrentUser() caller: Caller,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.uploads.answer(caller, request, reply, id);
  }
}
