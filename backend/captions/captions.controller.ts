import { Body, Controller, Delete, Get, Param, Post, Put, Query, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentUser, type Caller } from '../common/caller.decorator';
import { IdPipe } from '../common/id.pipe';
import { readListRequest, type ListQuery } from '../common/lists';
import {
  ApiBearerAuth,
  ApiBody,
  ApiCreatedResponse,
  ApiExtraModels,
  ApiForbidden,
  ApiForm,
  ApiList,
  ApiOkResponse,
  ApiTags,
  FILE,
  refToSchema,
} from '../common/openapi';
import { RateLimits } from '../common/rate-limits';
import { sendList } from '../common/list-response';
import { UploadsUnderWay } from '../media/uploads-under-way';
import { ActiveSubscriptionGuard } from '../subscriptions/active-subscription.guard';
import { BulkView, CaptionContent, CaptionView } from './caption.view';
import { CAPTION_FIELDS, CaptionsService } from './captions.service';
import { receiveCaptionsFile } from './receive-captions-file';

@ApiTags('captions')
@ApiBearerAuth()
@ApiForbidden('subscription')
@UseGuards(ActiveSubscriptionGuard)
@Controller('captions')
export class CaptionsController {
  constructor(
    private readonly captions: CaptionsService,
    private readonly limits: RateLimits,
    private readonly underWay: UploadsUnderWay,
  ) {}

  @Get()
  @ApiList(CaptionView, CAPTION_FIELDS, { whole: true })
  async list(
    @CurrentUser() caller: Caller,
    @Query() query: ListQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<unknown> {
    const wanted = readListRequest(query, CAPTION_FIELDS, { whole: true });
    return sendList(request, reply, wanted, await this.captions.list(caller.id, wanted));
  }

  @Get(':id')
  @ApiOkResponse({ type: CaptionView })
  get(@CurrentUser() caller: Caller, @Param('id', IdPipe) id: number): Promise<CaptionView> {
    return this.captions.get(caller.id, id);
  }

  /** One caption as JSON, or many as a file. */
  @Post()
  @ApiBody({ type: CaptionContent })
  @ApiForm({ captions_file: { ...FILE, description: 'A JSON array of texts or of {content}.' } }, [
    'captions_file',
  ])
  @ApiExtraModels(CaptionView, BulkView)
  @ApiCreatedResponse({
    description: 'The caption; for a file what became of it.',
    schema: { oneOf: [{ $ref: refToSchema(CaptionView) }, { $ref: refToSchema(BulkView) }] },
  })
  async create(
    @CurrentUser() caller: Caller,
    @Req() request: FastifyRequest,
    @Body() body: unknown,
  ): Promise<CaptionView | BulkView> {
    if (!/^multipart\//i.test(request.headers['content-type'] ?? ''))
      return this.captions.create(caller.id, contentOf(body));
    await this.limits.consume('upload', caller.id);
    const file = await this.underWay.run(request.raw, (signal) => receiveCaptionsFile(request, signal));
    return this.captions.createAll(caller.id, file);
  }

  @Put(':id')
  @ApiBody({ type: CaptionContent })
  @ApiOkResponse({ type: CaptionView })
  update(
    @CurrentUser() caller: Caller,
    @Param('id', IdPipe) id: number,
    @Body() body: unknown,
  ): Promise<CaptionView> {
    const given = (body as { content?: unknown } | null | undefined)?.content;
    return this.captions.update(caller.id, id, given === null ? '' : given);
  }

  @Delete(':id')
  @ApiOkResponse({ type: CaptionView })
  delete(@CurrentUser() caller: Caller, @Param('id', IdPipe) id: number): Promise<CaptionView> {
    return this.captions.delete(caller.id, id);
  }
}

/** Absent is empty: the sentence for it says what to do. */
function contentOf(body: unknown): unknown {
  return (body as { content?: unknown } | null | undefined)?.content ?? '';
}
